import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { engines, twoGateways, typedSession } from '#testing/fixtures/testDatabases.ts';

import { openTokens, sealTokens, sessionKey } from './sealedTokens.ts';
import type { NewSessionRow } from './sessionRow.ts';
import { createSessionRows } from './sessionRows.ts';

const minute = 60_000;
const limits = { idleMs: 60 * minute, maxMs: 24 * 60 * minute };
const tokens = { accessToken: 'access-token-1', refreshToken: 'refresh-token-1' };

const newSession = (cookie: string, given: Partial<NewSessionRow> = {}): NewSessionRow => ({
  ...typedSession(sessionKey(cookie)),
  sealed: sealTokens(tokens, { cookie, generation: 1 }),
  customerId: null,
  address: '192.0.2.7',
  dueInMs: 2.5 * 60 * minute,
  overInMs: 4 * 60 * minute,
  ...given,
});

/** Records on one gateway that a session has been used. */
async function use(rows: ReturnType<typeof createSessionRows>, cookie: string) {
  const row = await rows.find(sessionKey(cookie));
  if (row) await rows.touch(row);
  return row;
}

describe.each(engines)('sessions in %s', (engine) => {
  async function open() {
    const { first, second, time } = await twoGateways(engine);
    const one = createSessionRows(first, limits);
    return { first, one, other: createSessionRows(second, limits), time };
  }

  it('can be started by one gateway and found by another, with tokens that the cookie opens', async () => {
    const { one, other, time } = await open();
    await one.create(newSession('cookie-1'), []);
    const row = await other.find(sessionKey('cookie-1'));
    expect(row).toMatchObject({
      username: 'anna',
      customerId: null,
      customerSource: 'person',
      address: '192.0.2.7',
      generation: 1,
      createdAt: time.now(),
      lastSeenAt: time.now(),
      now: time.now(),
      idleEndsAt: time.now() + limits.idleMs,
      maxEndsAt: time.now() + limits.maxMs,
      dueAt: time.now() + 2.5 * 60 * minute,
      overAt: time.now() + 4 * 60 * minute,
      accessRefused: false,
      verdict: 'none',
      renewalOver: null,
      leaseHolder: null,
      spendingGeneration: null,
    });
    expect(row && openTokens(row.sealed, { cookie: 'cookie-1', generation: 1 })).toEqual(tokens);
    expect(await other.find(sessionKey('cookie-2'))).toBeUndefined();
  });

  it('S1: cannot be opened or impersonated with a database dump', async () => {
    const { first, one } = await open();
    await one.create(newSession('cookie-1'), []);
    const dump = await first.run((db) =>
      sql<Record<string, unknown>>`select * from sessions`.execute(db),
    );
    const bytes = dump.rows.flatMap((row) =>
      Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      ),
    );
    expect(bytes.length).toBeGreaterThan(20);
    for (const secret of ['cookie-1', ...Object.values(tokens)]) {
      expect(bytes.join('\n')).not.toContain(secret);
    }
  });

  it('S2: replace the browser’s previous session', async () => {
    const { one, other } = await open();
    await one.create(newSession('cookie-1'), []);
    const replaced = await other.create(newSession('cookie-2', { username: 'ben' }), [
      sessionKey('cookie-1'),
      sessionKey('never-there'),
    ]);
    expect(replaced.map(({ username }) => username)).toEqual(['anna']);
    expect(await one.find(sessionKey('cookie-1'))).toBeUndefined();
    expect(await one.find(sessionKey('cookie-2'))).toMatchObject({ username: 'ben' });
  });

  it('end on every gateway when idle for too long, and at their maximum age', async () => {
    const { one, other, time } = await open();
    await one.create(newSession('unused'), []);
    await one.create(newSession('used'), []);
    for (let passed = 0; passed < limits.maxMs - 30 * minute; passed += 30 * minute) {
      time.advance(30 * minute);
      expect(await use(other, 'used')).toBeDefined();
    }
    expect(await one.find(sessionKey('unused'))).toBeUndefined();
    time.advance(30 * minute);
    expect(await one.find(sessionKey('used'))).toBeUndefined();
  });

  it('S10: record their last use at most once a minute, whichever gateway serves them', async () => {
    const { one, other, time } = await open();
    const key = sessionKey('cookie-1');
    await one.create(newSession('cookie-1'), []);
    const begun = time.now();
    const early = await one.find(key);
    time.advance(59_999);
    for (const gateway of [one, other]) await use(gateway, 'cookie-1');
    expect(await one.find(key)).toMatchObject({ lastSeenAt: begun });
    time.advance(1);
    await use(other, 'cookie-1');
    expect(await one.find(key)).toMatchObject({ lastSeenAt: begun + minute });
    time.advance(10_000);
    // This copy of the row is outdated; the database has the current state.
    if (early) await one.touch({ ...early, now: begun + minute });
    expect(await one.find(key)).toMatchObject({ lastSeenAt: begun + minute });
  });

  it('keep the customer id that a user enters', async () => {
    const { one, other } = await open();
    await one.create(newSession('cookie-1'), []);
    expect(await other.setCustomer(sessionKey('cookie-1'), 'cid_7')).toBe(true);
    expect(await one.find(sessionKey('cookie-1'))).toMatchObject({ customerId: 'cid_7' });
    expect(await one.setCustomer(sessionKey('cookie-2'), 'cid_7')).toBe(false);
  });

  it('S2, S9: are removed on every gateway immediately, individually or per user', async () => {
    const { one, other } = await open();
    // SQLite changes the case of ASCII letters only.
    for (const [cookie, username] of Object.entries({ a: 'Änna', b: 'änna', c: 'ben' })) {
      await one.create(newSession(cookie, { username }), []);
    }
    expect(await other.remove(sessionKey('c'))).toMatchObject({ username: 'ben' });
    expect(await other.remove(sessionKey('c'))).toBeUndefined();
    expect(await one.find(sessionKey('c'))).toBeUndefined();
    expect(await other.removeUser('änna')).toHaveLength(2);
    expect(await one.count()).toBe(0);
  });

  it('S9: are listed for operators page by page, without secrets', async () => {
    const { one, time } = await open();
    const cookies = Array.from({ length: 25 }, (_, index) => `cookie-${index}`);
    for (const [index, cookie] of cookies.entries()) {
      await one.create(newSession(cookie, { username: index % 2 === 0 ? 'anna' : 'ben' }), []);
    }
    const seen: string[] = [];
    for (;;) {
      const page = await one.list({ limit: 10, after: seen.at(-1) ?? '' });
      seen.push(...page.map(({ key }) => key));
      if (page.length < 10) break;
    }
    expect(seen).toEqual(cookies.map(sessionKey).toSorted());
    const [row] = await one.list({ username: 'ben', limit: 100 });
    expect(Object.keys(row ?? {}).toSorted()).toEqual(
      ['address', 'createdAt', 'customerId', 'key', 'lastSeenAt', 'username'].toSorted(),
    );
    expect(await one.list({ username: 'Ben', limit: 100 })).toHaveLength(12);
    time.advance(limits.idleMs);
    expect(await one.list({ limit: 100 })).toEqual([]);
  });

  it('S10: are removed once they have ended, and each is reported to one gateway with the reason', async () => {
    const { one, other, time } = await open();
    for (let index = 0; index < 20; index++) await one.create(newSession(`unused-${index}`), []);
    await one.create(newSession('living'), []);
    time.advance(limits.idleMs - minute);
    await use(one, 'living');
    time.advance(minute);
    const ended = (await Promise.all([one.removeEnded(), other.removeEnded()])).flat();
    expect(ended).toHaveLength(20);
    expect(new Set(ended.map(({ key }) => key)).size).toBe(20);
    expect(new Set(ended.map(({ end }) => end))).toEqual(new Set(['not used']));
    expect(await one.count()).toBe(1);
    for (let passed = 0; passed < limits.maxMs; passed += 30 * minute) {
      await use(one, 'living');
      time.advance(30 * minute);
    }
    expect(await other.removeEnded()).toMatchObject([{ username: 'anna', end: 'longest age' }]);
  });

  it('T14: last no longer than usual once the database’s clock has been set back', async () => {
    const { one, other, time } = await open();
    await one.create(newSession('cookie-1'), []);
    time.advance(limits.idleMs / 2);
    await use(one, 'cookie-1');
    time.advance(-2 * limits.maxMs);
    expect(await one.removeEnded()).toEqual([]);
    expect(await other.find(sessionKey('cookie-1'))).toMatchObject({
      lastSeenAt: time.now(),
      idleEndsAt: time.now() + limits.idleMs,
      maxEndsAt: time.now() + limits.maxMs - limits.idleMs / 2,
    });
  });

  it('store what a response reveals about their tokens, unless another gateway wrote first', async () => {
    const { one, other, time } = await open();
    const key = sessionKey('cookie-1');
    await one.create(newSession('cookie-1'), []);
    const [mine, theirs] = [await one.find(key), await other.find(key)];
    if (!mine || !theirs) throw new Error('no session');
    expect(await one.saveRenewal(mine, { accessRefused: true, waitForMs: 60_000.4 })).toBe(true);
    expect(await other.saveRenewal(theirs, { accessRefused: false })).toBe(false);
    const row = await other.find(key);
    expect(row).toMatchObject({ accessRefused: true, waitUntil: time.now() + 60_000 });
    if (!row) return;
    const noted = {
      verdict: 'useless',
      renewalOver: 'useless',
      uselessRefreshes: 3,
      failedRefreshes: 1,
      lostAnswers: 2,
      unhelpfulForMs: 300_000,
    } as const;
    expect(await other.saveRenewal(row, noted)).toBe(true);
    const { unhelpfulForMs, ...columns } = noted;
    expect(await one.find(key)).toMatchObject({
      ...columns,
      accessRefused: true,
      unhelpfulUntil: time.now() + unhelpfulForMs,
      waitUntil: time.now() + 60_000,
    });
  });
});

it('the interval between writes of "last seen" is a minute, or a tenth of the idle time if that is short', async () => {
  const { first, time } = await twoGateways('sqlite');
  const rows = createSessionRows(first, { idleMs: minute, maxMs: limits.maxMs });
  await rows.create(newSession('cookie-1'), []);
  for (let second = 6; second <= 120; second += 6) {
    time.advance(6000);
    expect(await use(rows, 'cookie-1')).toBeDefined();
  }
});
