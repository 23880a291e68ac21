import { describe, expect, it } from 'vitest';

import { engines, twoGateways, typedSession } from '#testing/fixtures/testDatabases.ts';

import { openTokens, sealTokens, sessionKey } from './sealedTokens.ts';
import { createSessionLeases, type Lease } from './sessionLeases.ts';
import { createSessionRows } from './sessionRows.ts';

const minute = 60_000;
const cookie = 'cookie-1';
const key = sessionKey(cookie);
const pairOf = (generation: number) => ({
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`,
});

function sealed(generation: number) {
  const bytes = sealTokens(pairOf(generation), { cookie, generation });
  return { sealed: bytes, receivedAgoMs: 0, dueInMs: 5000.5, overInMs: 9000.5 };
}

describe.each(engines)('S4: a session’s lease in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    const rows = createSessionRows(first, { idleMs: 60 * minute, maxMs: 24 * 60 * minute });
    await rows.create({ ...typedSession(key), ...sealed(1), customerSource: 'known' }, []);
    const one = createSessionLeases(first);
    async function taken(leases: typeof one, holder: string): Promise<Lease> {
      const attempt = await leases.take(key, { holder, forMs: 30_000 });
      if (attempt.kind !== 'taken') throw new Error(attempt.kind);
      return attempt.lease;
    }
    return { rows, one, other: createSessionLeases(second), time, taken, first };
  }

  it('goes to exactly one of many gateways that try at the same time', async () => {
    const { one, other } = await open();
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).take(key, { holder: `gateway ${index}`, forMs: 30_000 }),
      ),
    );
    expect(attempts.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
    expect(attempts.filter(({ kind }) => kind === 'held')).toHaveLength(19);
  });

  it('gives its holder the current row, including a newer pair from another gateway', async () => {
    const { one, other, taken } = await open();
    const lease = await taken(one, 'one');
    expect(await one.noteSpending(lease, { generation: 1, forMs: 30_000 })).toBe(true);
    expect(await other.take(key, { holder: 'other', forMs: 30_000 })).toMatchObject({
      kind: 'held',
      row: { generation: 1, spendingGeneration: 1, leaseHolder: 'one' },
    });
    expect(await one.store(lease, { generation: 1, ...sealed(2) })).toBe(true);
    const next = await other.take(key, { holder: 'other', forMs: 30_000 });
    expect(next).toMatchObject({ kind: 'taken', row: { generation: 2, spendingGeneration: null } });
    if (next.kind !== 'taken') return;
    expect(openTokens(next.row.sealed, { cookie, generation: 2 })).toEqual(pairOf(2));
  });

  it('lasts as long as its holder keeps extending it, and is free afterwards', async () => {
    const { one, other, time, taken } = await open();
    const lease = await taken(one, 'one');
    for (let round = 0; round < 5; round++) {
      time.advance(29_999);
      expect(await one.extend(lease, 30_000)).toBe(true);
    }
    expect((await other.take(key, { holder: 'other', forMs: 1000 })).kind).toBe('held');
    time.advance(30_000);
    expect(await one.extend(lease, 30_000)).toBe(false);
    expect(await one.noteSpending(lease, { generation: 1, forMs: 30_000 })).toBe(false);
    expect((await other.take(key, { holder: 'other', forMs: 1000 })).kind).toBe('taken');
  });

  it('protects against a slow holder by refusing its late writes', async () => {
    const { rows, one, other, time, taken } = await open();
    const slow = await taken(one, 'one');
    await one.noteSpending(slow, { generation: 1, forMs: 30_000 });
    time.advance(30_000);
    const later = await taken(other, 'other');
    expect(await one.store(slow, { generation: 1, ...sealed(2) })).toBe(false);
    expect(await one.settle(slow, { renewalOver: 'refused' })).toBe(false);
    expect(await one.extend(slow, 30_000)).toBe(false);
    expect(await rows.find(key)).toMatchObject({
      generation: 1,
      renewalOver: null,
      spendingGeneration: 1,
      leaseHolder: 'other',
      leaseNumber: later.number,
    });
  });

  it('lets its holder store a pair even after it expires, unless another gateway has the lease by then', async () => {
    const { rows, one, time, taken } = await open();
    const lease = await taken(one, 'one');
    await one.noteSpending(lease, { generation: 1, forMs: 30_000 });
    time.advance(5 * minute);
    expect(await one.store(lease, { generation: 1, ...sealed(2) })).toBe(true);
    expect(await rows.find(key)).toMatchObject({ generation: 2, dueAt: time.now() + 5001 });
  });

  it('allows nothing to be sent or stored for any generation but the current one', async () => {
    const { rows, one, taken } = await open();
    const lease = await taken(one, 'one');
    expect(await one.noteSpending(lease, { generation: 2, forMs: 1000 })).toBe(false);
    expect(await one.store(lease, { generation: 2, ...sealed(3) })).toBe(false);
    expect(await rows.find(key)).toMatchObject({ generation: 1 });
  });

  it('lets its holder repeat a call whose response was lost', async () => {
    const { rows, one, taken } = await open();
    await taken(one, 'one');
    const lease = await taken(one, 'one');
    const note = { generation: 1, forMs: 1000 };
    expect(await one.noteSpending(lease, note)).toBe(true);
    expect(await one.noteSpending(lease, note)).toBe(true);
    expect(await one.store(lease, { generation: 1, ...sealed(2) })).toBe(true);
    expect(await one.store(lease, { generation: 1, ...sealed(2) })).toBe(true);
    expect(await rows.find(key)).toMatchObject({ generation: 2, leaseHolder: null });
  });

  it('records that a token may be spent, state that must not be lost, and the result of a refresh without a pair', async () => {
    const { rows, one, other, time, taken } = await open();
    const lease = await taken(one, 'one');
    const change = { lostAnswers: 1, waitForMs: 1000 };
    expect(await one.noteSpending(lease, { generation: 1, forMs: 30_000, change })).toBe(true);
    expect(await rows.find(key)).toMatchObject({
      lostAnswers: 1,
      spendingGeneration: 1,
      leaseHolder: 'one',
      waitUntil: time.now() + 1000,
    });
    expect(await one.settle(lease, { renewalOver: 'refused' })).toBe(true);
    expect(await other.take(key, { holder: 'other', forMs: 1000 })).toMatchObject({
      kind: 'taken',
      row: { renewalOver: 'refused', spendingGeneration: null },
    });
  });

  it.each([
    ['', 30_000],
    [', or the clock has been set back', -6 * 60 * minute],
  ])('is not granted with a turn in the queue until a requested wait is over%s', async (_, ms) => {
    const { rows, one, time, first } = await open();
    const row = await rows.find(key);
    if (!row) throw new Error('no session');
    await rows.saveRenewal(row, { waitForMs: 30_000 });
    const ticket = { sessionKey: key, holder: 'one', generation: 1 };
    const claim = () => first.transaction((db) => one.claim(db, ticket));
    expect(await claim()).toBe('refused');
    time.advance(ms);
    expect(await claim()).toBe('claimed');
  });

  it('does not carry the old pair’s state over to the new pair', async () => {
    const { rows, one, taken } = await open();
    const row = await rows.find(key);
    if (!row) throw new Error('no session');
    await rows.saveRenewal(row, {
      accessRefused: true,
      verdict: 'useless',
      uselessRefreshes: 2,
      failedRefreshes: 3,
      lostAnswers: 1,
    });
    await one.store(await taken(one, 'one'), { generation: 1, ...sealed(2) });
    expect(await rows.find(key)).toMatchObject({
      accessRefused: false,
      verdict: 'none',
      uselessRefreshes: 2,
      failedRefreshes: 0,
      lostAnswers: 0,
    });
  });

  it('ends with its session: nothing can be taken or stored after a sign-out', async () => {
    const { rows, one, taken } = await open();
    const lease = await taken(one, 'one');
    await rows.remove(key);
    expect(await one.store(lease, { generation: 1, ...sealed(2) })).toBe(false);
    expect(await one.take(key, { holder: 'one', forMs: 1000 })).toEqual({ kind: 'gone' });
    expect(await rows.find(key)).toBeUndefined();
  });
});
