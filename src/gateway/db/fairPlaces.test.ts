import { expect, it } from 'vitest';

import { createFairPlaces } from './fairPlaces.ts';
import { RecordsLimitError } from './storeErrors.ts';

const patient = { maxMs: 60_000 };

/** Slots, with a log of the calls that got one. */
function watched(count: number) {
  const places = createFairPlaces(count);
  const order: string[] = [];
  const take = async (owner: string, name = owner) => {
    const release = await places.take(owner, patient);
    order.push(name);
    return release;
  };
  return { places, order, take };
}

it('slots are granted immediately while any are free', async () => {
  const { places } = watched(2);
  await places.take('a', patient);
  await places.take('a', patient);
  await expect(places.take('a', { maxMs: 1 })).rejects.toThrow(RecordsLimitError);
});

it('slots go to owners in turn, and to each owner’s calls in order', async () => {
  const { order, take } = watched(1);
  const first = await take('a', 'a1');
  const waiting = [take('a', 'a2'), take('a', 'a3'), take('a', 'a4'), take('b'), take('c')];
  first();
  for (const place of waiting) place.then((release) => release()).catch(() => {});
  await Promise.all(waiting);
  expect(order).toEqual(['a1', 'a2', 'b', 'c', 'a3', 'a4']);
});

it('slots go first to calls that everyone else is waiting for', async () => {
  const { places, order, take } = watched(1);
  const first = await take('a', 'a1');
  const waiting = [take('b'), take('a', 'a2')];
  const write = places.take(null, patient);
  first();
  (await write)();
  order.push('write');
  for (const place of waiting) place.then((release) => release()).catch(() => {});
  await Promise.all(waiting);
  expect(order).toEqual(['a1', 'write', 'b', 'a2']);
});

it('slots are not lost when a caller leaves or gives up, and are released only once', async () => {
  const { places, take } = watched(1);
  const release = await take('a');
  const gone = new AbortController();
  const left = places.take('b', { ...patient, signal: gone.signal });
  const late = places.take('c', { maxMs: 1 });
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(late).rejects.toMatchObject({ reason: 'busy' });
  release();
  release();
  const again = await take('d');
  await expect(places.take('e', { maxMs: 1 })).rejects.toThrow(RecordsLimitError);
  again();
  await take('f');
});

it('slots are not given to a caller that has already left', async () => {
  const { places, take } = watched(1);
  await expect(
    places.take('a', { ...patient, signal: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone');
  await take('b');
});
