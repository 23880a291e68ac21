import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { systemClock } from '#lib/clock.ts';

import { ApiError, type ApiErrorFacts } from './errors.ts';
import { createQueryClient } from './queryClient.ts';
import { startRead, startedBefore } from './startRead.ts';

const call = { method: 'GET', route: '/api/things', requestId: 'r' };
const renewing: ApiErrorFacts = {
  ...call,
  kind: 'rateLimited',
  status: 503,
  code: 'refresh_busy',
  retryAfterMs: 12_000,
};
const unavailable: ApiErrorFacts = { ...call, kind: 'server', status: 503 };

const createClient = () => createQueryClient({ random: () => 0, clock: systemClock });

/** Runs a read whose first attempts fail in these ways; returns the request times and the result. */
async function read(failures: readonly ApiErrorFacts[], client = createClient()) {
  const start = Date.now();
  const sentAt: number[] = [];
  async function queryFn() {
    const failure = failures[sentAt.length];
    sentAt.push(Date.now() - start);
    if (failure) throw new ApiError(failure);
    return 'answer';
  }
  const settled = client.query({ queryKey: ['things'], queryFn }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  return { sentAt, result: await settled };
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

it('R1, T12: waiting for a renewal uses up none of the three retries of a read', async () => {
  const waits = Array.from({ length: 5 }, () => renewing);
  const { sentAt, result } = await read([...waits, unavailable, unavailable, unavailable]);
  expect(result).toBe('answer');
  expect(sentAt.map((at) => at - 60_000)).toEqual([
    -60_000, -48_000, -36_000, -24_000, -12_000, 0, 1_000, 3_000, 7_000,
  ]);
});

it('R1, T12: a read that waits for renewals between failures still gives up after three retries', async () => {
  const failures = [unavailable, renewing, unavailable, renewing, unavailable, unavailable];
  const { sentAt, result } = await read([...failures, unavailable]);
  expect(result).toMatchObject({ kind: 'server', status: 503 });
  expect(sentAt).toHaveLength(6);
});

it.each([408, 503])('R1: a %i is retried for a read, and never for a write', async (status) => {
  const failure = { ...unavailable, status };
  expect(await read([failure])).toMatchObject({ sentAt: [0, 1_000], result: 'answer' });
  const client = createClient();
  let sent = 0;
  const write = client.getMutationCache().build(client, {
    async mutationFn() {
      sent++;
      throw new ApiError({ ...failure, method: 'PUT' });
    },
  });
  const result = write.execute(undefined).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([sent, await result]).toMatchObject([1, { status }]);
});

it('R1: reading a query again starts with all three retries', async () => {
  const client = createClient();
  const first = await read([renewing, unavailable, unavailable, unavailable, unavailable], client);
  expect(first.sentAt).toHaveLength(5);
  const second = await read([unavailable, unavailable, unavailable, unavailable], client);
  expect(second.sentAt).toHaveLength(4);
});

const refused: ApiErrorFacts = { ...call, kind: 'forbidden', status: 403 };

/** A page that shows the read 'first', and switches to 'second' some time after 'second' was started and failed. */
async function changePage({ failure = refused, afterMs = 0 } = {}) {
  const client = createClient();
  const sent: string[] = [];
  const options = (name: string) => ({
    queryKey: [name],
    async queryFn() {
      sent.push(name);
      if (name === 'second') throw new ApiError(failure);
      return name;
    },
    ...startedBefore,
  });
  const page = new QueryObserver(client, options('first'));
  onTestFinished(page.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  startRead(client, options('second'));
  await vi.advanceTimersByTimeAsync(afterMs);
  page.setOptions(options('second'));
  await vi.advanceTimersByTimeAsync(0);
  return { client, page, sentSecond: () => sent.filter((name) => name === 'second').length };
}

describe('a read that is started and refused before its page renders', () => {
  it('R2: is not sent again by rendering the page, which shows the refusal', async () => {
    const { page, sentSecond } = await changePage();
    expect(sentSecond()).toBe(1);
    expect(page.getCurrentResult().error?.status).toBe(403);
  });

  it('is sent again when the user tries again', async () => {
    const { page, sentSecond } = await changePage();
    await page.refetch();
    expect(sentSecond()).toBe(2);
  });

  it('is sent again when the user comes back to the page later', async () => {
    const { sentSecond } = await changePage({ afterMs: 60_000 });
    expect(sentSecond()).toBe(2);
  });

  it('is sent again after a new sign-in, if it failed because the session had ended', async () => {
    const over = { kind: 'unauthenticated', status: 401, code: 'session_ended' } as const;
    const { client, sentSecond } = await changePage({ failure: { ...call, ...over } });
    const before = sentSecond();
    await client.refetchQueries({ predicate: ({ state }) => state.error?.endsSession === true });
    expect(sentSecond()).toBe(before + 1);
  });
});
