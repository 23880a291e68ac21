import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { systemClock } from '#lib/clock.ts';

import { ApiError, type ApiErrorFacts } from './errors.ts';
import { createQueryClient } from './queryClient.ts';
import { startedBefore, startRead } from './startRead.ts';

const call = { method: 'GET', route: '/api/things', requestId: 'r' };
const refused: ApiErrorFacts = { ...call, kind: 'forbidden', status: 403 };
const over: ApiErrorFacts = {
  ...call,
  kind: 'unauthenticated',
  status: 401,
  code: 'session_ended',
};

/** A page that shows the read 'first', and switches to 'second' some time after 'second' was started and failed. */
async function changePage({ failure = refused, afterMs = 0 } = {}) {
  const client = createQueryClient({ random: () => 0, clock: systemClock });
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
  const leave = page.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  startRead(client, options('second'));
  await vi.advanceTimersByTimeAsync(afterMs);
  page.setOptions(options('second'));
  await vi.advanceTimersByTimeAsync(0);
  return { client, page, leave, sentSecond: () => sent.filter((name) => name === 'second').length };
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('a read that is started and refused before its page renders', () => {
  it('R2: is not sent again by rendering the page, which shows the refusal', async () => {
    const { page, leave, sentSecond } = await changePage();
    expect(sentSecond()).toBe(1);
    expect(page.getCurrentResult().error?.status).toBe(403);
    leave();
  });

  it('is sent again when the user tries again', async () => {
    const { page, leave, sentSecond } = await changePage();
    await page.refetch();
    expect(sentSecond()).toBe(2);
    leave();
  });

  it('is sent again when the user comes back to the page later', async () => {
    const { leave, sentSecond } = await changePage({ afterMs: 60_000 });
    expect(sentSecond()).toBe(2);
    leave();
  });

  it('is sent again after a new sign-in, if it failed because the session had ended', async () => {
    const { client, leave, sentSecond } = await changePage({ failure: over });
    const before = sentSecond();
    await client.refetchQueries({ predicate: ({ state }) => state.error?.endsSession === true });
    expect(sentSecond()).toBe(before + 1);
    leave();
  });
});
