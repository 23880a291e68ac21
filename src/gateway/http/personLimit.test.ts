import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createPersonLimit } from './personLimit.ts';

function refused(limit: () => void): unknown {
  try {
    limit();
    return undefined;
  } catch (error) {
    return error;
  }
}

const tooOften = (seconds: number) => ({
  code: 'too_often',
  message: 'You have sent too many requests in the last minute. This request was not processed.',
  headers: { 'retry-after': String(seconds) },
});

it('how often a user does something is limited per minute, and the refusal states when the next request is allowed', async () => {
  const clock = manualClock();
  const limit = createPersonLimit(clock, 2, 'sent too many requests');
  limit('anna');
  await clock.advance(30_000);
  limit('ANNA');
  await clock.advance(20_000);
  expect(refused(() => limit('anna'))).toMatchObject(tooOften(10));
  limit('bert');
  await clock.advance(10_000);
  // The first request is a minute old and no longer counts, the second still does; refused requests never count.
  limit('anna');
  expect(refused(() => limit('anna'))).toMatchObject(tooOften(30));
  await clock.advance(30_000);
  limit('anna');
  await clock.advance(3_600_000);
  limit('anna');
  limit('anna');
  expect(refused(() => limit('anna'))).toMatchObject(tooOften(60));
});
