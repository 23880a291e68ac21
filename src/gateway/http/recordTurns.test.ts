import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { ClientGoneError, GatewayError } from './gatewayError.ts';
import { createRecordTurns } from './recordTurns.ts';

/** Reads that run until the test finishes them. */
function turns() {
  const clock = manualClock();
  const { take } = createRecordTurns(clock);
  const running: { readonly key: string; readonly signal: AbortSignal; end(): void }[] = [];
  const begun: string[] = [];
  function ask(
    key: string,
    options: { customerId?: string; username?: string; signal?: AbortSignal } = {},
  ) {
    const { customerId = 'cid', username = 'anna' } = options;
    const { signal = new AbortController().signal } = options;
    const answer = take({
      customerId,
      username,
      key,
      signal,
      async read(ended) {
        begun.push(key);
        await new Promise<void>((resolve, reject) => {
          running.push({ key, signal: ended, end: resolve });
          ended.addEventListener('abort', () => reject(new Error('ended')), { once: true });
        });
        return `answer to ${key}`;
      },
    });
    answer.catch(() => {});
    return answer;
  }
  async function endNext() {
    running.shift()?.end();
    await setImmediate();
  }
  return { clock, ask, begun, running, endNext };
}

it('turns come one after another, in the order of the requests', async () => {
  const { ask, begun, endNext } = turns();
  const answers = ['a', 'b', 'c'].map((key) => ask(key));
  expect(begun).toEqual(['a']);
  await endNext();
  expect(begun).toEqual(['a', 'b']);
  await endNext();
  await endNext();
  expect(await Promise.all(answers)).toEqual(['answer to a', 'answer to b', 'answer to c']);
});

it('turns do not delay other users', () => {
  const { ask, begun } = turns();
  void ask('a');
  void ask('b');
  void ask('c', { username: 'boris' });
  expect(begun).toEqual(['a', 'c']);
});

it('F6: turns are the same in any letter case of the username, but not of the customer id', () => {
  const { ask, begun } = turns();
  void ask('a');
  void ask('b', { username: 'ANNA' });
  void ask('c', { customerId: 'CID' });
  expect(begun).toEqual(['a', 'c']);
});

it('turns share the response to the same question, unless the read has already started', async () => {
  const { ask, begun, endNext } = turns();
  const answers = Array.from({ length: 20 }, () => ask('a'));
  await endNext();
  await endNext();
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'answer to a'));
  expect(begun).toEqual(['a', 'a']);
});

it('turns continue after a failed read', async () => {
  const { ask, running, endNext } = turns();
  const gone = new AbortController();
  const left = ask('a', { signal: gone.signal });
  const next = ask('b');
  gone.abort();
  await expect(left).rejects.toThrow(ClientGoneError);
  await setImmediate();
  running.shift();
  await endNext();
  expect(await next).toBe('answer to b');
});

it('turns stop a running read when the last of its callers has left', async () => {
  const { ask, running, endNext } = turns();
  const [first, second] = [new AbortController(), new AbortController()];
  void ask('before');
  const answers = [ask('a', { signal: first.signal }), ask('a', { signal: second.signal })];
  await endNext();
  first.abort();
  await setImmediate();
  expect(running[0]?.signal.aborted).toBe(false);
  second.abort();
  await setImmediate();
  expect(running[0]?.signal.aborted).toBe(true);
  for (const answer of answers) await expect(answer).rejects.toThrow(ClientGoneError);
});

it('turns never run a read after all its callers have left', async () => {
  const { ask, begun, endNext } = turns();
  const gone = new AbortController();
  void ask('a');
  const left = ask('b', { signal: gone.signal });
  void ask('c');
  gone.abort();
  await expect(left).rejects.toThrow(ClientGoneError);
  await endNext();
  expect(begun).toEqual(['a', 'c']);
});

it('turns are limited to thirty; the next request is told when to retry', async () => {
  const { ask, endNext } = turns();
  const waiting = Array.from({ length: 31 }, (_, index) => ask(`a${index}`));
  const refused = ask('one too many');
  await expect(refused).rejects.toThrow(GatewayError);
  await expect(refused).rejects.toMatchObject({
    code: 'records_limited',
    status: 429,
    headers: { 'retry-after': '2' },
  });
  for (let ended = 0; ended < waiting.length; ended++) await endNext();
  expect(await Promise.all(waiting)).toHaveLength(31);
});

it('turns are abandoned if they do not come within ten seconds, but a read that has started continues', async () => {
  const { clock, ask, begun, endNext } = turns();
  const slow = ask('slow');
  const waiting = ask('waiting');
  await clock.advance(10_000);
  await expect(waiting).rejects.toMatchObject({ code: 'records_limited', status: 429 });
  await endNext();
  expect(await slow).toBe('answer to slow');
  expect(begun).toEqual(['slow']);
});
