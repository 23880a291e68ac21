import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createRefreshCall } from './refreshCall.ts';

const pair = { token_type: 'Bearer', access_token: 'a', refresh_token: 'r' };

const outcomeOf = async (answer: () => Promise<Response>) =>
  createRefreshCall({ clock: manualClock(), send: answer })('r0');

it('API document 4.2: the response to a refresh sends the refresh token as the only field', async () => {
  const bodies: string[] = [];
  const call = createRefreshCall({
    clock: manualClock(),
    async send({ body }) {
      bodies.push(body);
      return Response.json(pair);
    },
  });
  expect(await call('r0')).toEqual({ kind: 'renewed', pair });
  expect(bodies).toEqual(['{"refresh_token":"r0"}']);
});

it.each([
  ['401', new Response('', { status: 401 }), { kind: 'refused' }],
  [
    'T10: 429 with Retry-After',
    new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    { kind: 'busy', limited: true, retryAfterMs: 7_000 },
  ],
  [
    'R6: 429 with the seconds in its message, and in nothing else',
    Response.json({ request_id: 'r-7s', message: 'Retry in 12 seconds' }, { status: 429 }),
    { kind: 'busy', limited: true, retryAfterMs: 12_000 },
  ],
  [
    'T10: 503 without Retry-After',
    new Response('', { status: 503 }),
    { kind: 'busy', limited: false, retryAfterMs: 10_000 },
  ],
  [
    'T10: 503 with Retry-After',
    new Response('', { status: 503, headers: { 'retry-after': '3' } }),
    { kind: 'busy', limited: false, retryAfterMs: 3_000 },
  ],
  [
    'an undocumented 403, which does not refuse the token',
    new Response('', { status: 403 }),
    { kind: 'declined', retryAfterMs: 60_000 },
  ],
  ['T9: 200 that cannot be read', new Response('{"token', { status: 200 }), { kind: 'lost' }],
  ['T9: 200 without tokens', Response.json({ ok: true }), { kind: 'lost' }],
])('API document 4.2: the response to a refresh: %s', async (_, answer, expected) => {
  expect(await outcomeOf(async () => answer)).toEqual(expected);
});

it('T9: a refresh whose connection is dropped counts as one with a lost response', async () => {
  expect(await outcomeOf(() => Promise.reject(new TypeError('cut')))).toEqual({ kind: 'lost' });
});

it('T9: a response to a refresh that takes 30 s counts as lost, and the call is abandoned', async () => {
  const clock = manualClock();
  let signal: AbortSignal | undefined;
  const call = createRefreshCall({
    clock,
    send: (given) => {
      signal = given.signal;
      return new Promise(() => {});
    },
  });
  const outcome = call('r0');
  await clock.advance(29_999);
  expect(signal?.aborted).toBe(false);
  await clock.advance(1);
  expect(await outcome).toEqual({ kind: 'lost' });
  expect(signal?.aborted).toBe(true);
});
