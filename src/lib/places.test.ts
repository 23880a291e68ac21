import { expect, it } from 'vitest';

import { createPlaces } from './places.ts';

it('places for work run at most the given number at once, in the order of the calls; a failure frees its place', async () => {
  const inTurn = createPlaces(2);
  const { signal } = new AbortController();
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, index) =>
    inTurn(() => {
      begun.push(index);
      return promise;
    }, signal),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('failed'));
  await expect(results[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  for (const [index, { resolve }] of ends.entries()) resolve(index);
  expect(await Promise.all([results[0], ...results.slice(2)])).toEqual([0, 2, 3, 4]);
});

it('places for work skip work that nobody wants any more', async () => {
  const inTurn = createPlaces(1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const left = new AbortController();
  const first = inTurn(() => promise, new AbortController().signal);
  const second = inTurn(async () => 'second', left.signal);
  const third = inTurn(async () => 'third', new AbortController().signal);
  left.abort(new Error('left'));
  resolve('first');
  expect(await first).toBe('first');
  await expect(second).rejects.toThrow('left');
  expect(await third).toBe('third');
});
