import { expect, it, onTestFinished } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { storeOptions } from '#testing/fixtures/storeOptions.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';
import { openStore } from '../store.ts';
import { sealTokens, sessionKey } from './sealedTokens.ts';
import type { SessionLeases } from './sessionLeases.ts';
import { createStoredTokens } from './storedTokens.ts';

const minute = 60_000;
const limits = { idleMs: 60 * minute, maxMs: 24 * 60 * minute };
const cookie = 'cookie-1';
const key = sessionKey(cookie);

function sealedPair(generation: number) {
  const pair = { accessToken: `access-${generation}`, refreshToken: `refresh-${generation}` };
  const sealed = sealTokens(pair, { cookie, generation });
  return { sealed, receivedAgoMs: 0, dueInMs: minute, overInMs: minute };
}

/** A session in a store, and its tokens as held by one gateway. */
async function open(leasesOf = (leases: SessionLeases) => leases) {
  const clock = manualClock();
  const store = await openStore(
    { kind: 'sqlite', file: null },
    { ...storeOptions, limits, history: { historyMs: 0, maxPutMs: minute }, now: clock.now },
  );
  onTestFinished(() => store.close());
  const who = { username: 'anna', customerId: 'cid', customerSource: 'known', address: null };
  await store.sessions.create({ ...sealedPair(1), ...who, key, customerSource: 'known' }, []);
  const read = async () => {
    const row = await store.sessions.find(key);
    if (!row) throw new Error('no session');
    return row;
  };
  const stored = createStoredTokens({
    store: { sessions: store.sessions, leases: leasesOf(store.leases) },
    cookie,
    row: await read(),
    holder: 'one',
    clock,
  });

  /** Another gateway stores the next pair. */
  async function refreshElsewhere() {
    const attempt = await store.leases.take(key, { holder: 'other', forMs: minute });
    if (attempt.kind !== 'taken') throw new Error(attempt.kind);
    await store.leases.noteSpending(attempt.lease, { generation: 1, forMs: minute });
    await store.leases.store(attempt.lease, { generation: 1, ...sealedPair(2) });
  }
  return { clock, store, stored, read, refreshElsewhere };
}

it('S4: a session’s tokens do not revert to an older pair when two responses from the store arrive out of order', async () => {
  const { stored, read, refreshElsewhere } = await open();
  const overtaken = await read();
  await refreshElsewhere();
  await stored.reload();
  stored.adopt(overtaken);
  expect(stored.tokens).toMatchObject({ generation: 2, access: 'access-2' });
});

it('S4: a session’s tokens revert if the store is restored from a backup', async () => {
  const { clock, stored, read, refreshElsewhere } = await open();
  const backup = await read();
  await refreshElsewhere();
  await stored.reload();
  await clock.advance(minute);
  stored.adopt({ ...backup, now: clock.now() });
  expect(stored.tokens).toMatchObject({ generation: 1, access: 'access-1' });
});

it('S4, T14: a session’s tokens are not waited for on another gateway if a clock was set back during its refresh', async () => {
  const { store, stored, read } = await open();
  await store.leases.take(key, { holder: 'other', forMs: minute });
  await stored.reload();
  expect(stored.isLeased()).toBe(true);
  const leased = await read();
  stored.adopt({ ...leased, now: leased.now - 60 * minute });
  expect(stored.isLeased()).toBe(false);
});

it('S4, T14: a session’s tokens do not wait as long as a clock was set back', async () => {
  const { stored, read } = await open();
  const row = await read();
  const waitIn = (ms: number) => {
    stored.adopt({ ...row, waitUntil: row.now + ms, unhelpfulUntil: row.now + ms });
    return [stored.tokens.askedToWait.length, stored.tokens.unhelpful.length];
  };
  expect(waitIn(30 * minute)).toEqual([30 * minute, 30 * minute]);
  expect(waitIn(360 * minute)).toEqual([0, 0]);
});

it('S4: a session’s tokens keep a change just written when an older row is read in the meantime', async () => {
  const { store, stored, read } = await open();
  const before = await read();
  const slow = createStoredTokens({
    store: {
      ...store,
      sessions: {
        ...store.sessions,
        async saveRenewal(row, change) {
          const isSaved = await store.sessions.saveRenewal(row, change);
          slow.adopt({ ...before });
          return isSaved;
        },
      },
    },
    cookie,
    row: before,
    holder: 'one',
    clock: manualClock(),
  });
  await slow.update(1, (tokens) => (tokens.accessRefused = true));
  expect(slow.tokens.accessRefused).toBe(true);
  await stored.reload();
  expect(stored.tokens.accessRefused).toBe(true);
});

it('S4: a session’s tokens age while the store is unavailable', async () => {
  const backAt = manualClock().now() + 10_000;
  const { clock, stored } = await open((leases) => ({
    ...leases,
    store(lease, pair) {
      if (clock.now() < backAt) throw new StoreUnavailableError('away');
      return leases.store(lease, pair);
    },
  }));
  const receivedAt = clock.now();
  const pair = { receivedAt, dueAt: receivedAt + minute, overAt: receivedAt + 2 * minute };
  const lease = await stored.lease();
  await lease?.beginSpending();
  const finished = lease?.finish((tokens) => Object.assign(tokens, pair, { generation: 2 }));
  await clock.advance(backAt - receivedAt);
  await finished;
  expect([stored.row, stored.tokens]).toMatchObject([{ generation: 2 }, pair]);
});
