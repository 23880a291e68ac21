import { describe, expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createSessionEvents } from './sessionEvents.ts';

const day = 24 * 3_600_000;
const limits = { historyMs: 30 * day, maxPutMs: 75_000 };
const facts = { customerId: null, address: '192.0.2.7', requestId: 'r-1', serviceRequestId: null };
const signIn = { kind: 'sign-in', outcome: 'signed in', username: 'anna', ...facts };
const start = { at: 0, id: '' };

describe.each(engines)('C6: session events in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    return {
      one: createSessionEvents(first, limits),
      two: createSessionEvents(second, limits),
      time,
    };
  }

  it('are listed page by page, oldest first, for all users or for one', async () => {
    const { one, two, time } = await open();
    for (let number = 0; number < 7; number++) {
      await one.add({ ...signIn, username: number === 3 ? 'ben' : 'anna' });
      if (number % 2 === 0) time.advance(1000);
    }
    const all = { username: undefined, days: 1, limit: 3 };
    const seen: string[] = [];
    let after = start;
    for (;;) {
      const page = await two.list({ ...all, after });
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      expect(last.at).toBeGreaterThanOrEqual(after.at);
      after = last;
    }
    expect(new Set(seen).size).toBe(7);
    const bens = await two.list({ ...all, username: 'ben', after: start });
    expect(bens).toMatchObject([{ ...signIn, username: 'ben' }]);
    time.advance(2 * day);
    expect(await two.list({ ...all, after: start })).toEqual([]);
  });

  it('show whether a user has signed in before', async () => {
    const { one, two } = await open();
    await one.add({ ...signIn, outcome: 'refused', username: 'eve' });
    await one.add(signIn);
    expect([await two.hasSignedIn('anna'), await two.hasSignedIn('eve')]).toEqual([true, false]);
  });

  it('are removed once older than HISTORY_DAYS', async () => {
    const { one, two, time } = await open();
    await one.add(signIn);
    time.advance(limits.historyMs);
    expect(await two.removeOld()).toBe(0);
    time.advance(1);
    expect(await two.removeOld()).toBe(1);
  });
});
