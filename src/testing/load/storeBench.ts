import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import { createRefreshTickets } from '#gateway/auth/refreshTickets.ts';
import { openTokens, sealTokens, sessionKey } from '#gateway/auth/sealedTokens.ts';
import { createSessionLeases } from '#gateway/auth/sessionLeases.ts';
import { createSessionRows } from '#gateway/auth/sessionRows.ts';
import { type Database, openDatabase } from '#gateway/db/database.ts';
import { parseDatabaseUrl } from '#gateway/db/databaseUrl.ts';
import { migrateToLatest } from '#gateway/db/migrations.ts';

import { medianTime, printer } from './figures.ts';
import { onEachDatabase } from './onEachDatabase.ts';

const print = printer('store');

/**
 * Prints the cost of the store with 10,000 sessions, for both engines on this machine: the time of each kind of call,
 * one after the other, and the size of the database.
 */
const many = 10_000;
const rounds = 500;
const limits = { idleMs: 3_600_000, maxMs: 86_400_000 };
const times = { receivedAgoMs: 0, dueInMs: 7_200_000, overInMs: 14_400_000 };
/** The length of signed tokens with a few claims. */
const tokens = { accessToken: 'a'.repeat(900), refreshToken: 'r'.repeat(250) };

const cookies = Array.from({ length: many }, () => randomBytes(32).toString('base64url'));
const cookieAt = (index: number) => cookies[index % many] ?? '';

print(
  'sealing and opening tokens, median',
  await medianTime(rounds, async (index) => {
    const given = { cookie: cookieAt(index), generation: 1 };
    openTokens(sealTokens(tokens, given), given);
  }),
  'ms',
);
await onEachDatabase(measure);

async function measure(name: string, address: string): Promise<void> {
  let time = Date.now();
  const database = openDatabase(parseDatabaseUrl(address), { now: () => time });
  await migrateToLatest(database);
  const rows = createSessionRows(database, limits);
  const leases = createSessionLeases(database);
  const tickets = createRefreshTickets(database, 'default', async () => 'claimed');
  const say = (what: string, value: number, unit: string) => print(`${name}: ${what}`, value, unit);

  const begun = performance.now();
  for (const cookie of cookies) {
    const session = {
      ...times,
      key: sessionKey(cookie),
      sealed: sealTokens(tokens, { cookie, generation: 1 }),
      username: `user${cookie.slice(0, 4)}`,
      customerId: 'cid_123',
      customerSource: 'known',
      address: '192.0.2.7',
    } as const;
    await rows.create(session, []);
  }
  say(`${many} sign-ins, one after the other`, performance.now() - begun, 'ms');
  say('a session in the database (target: below 2000)', (await sizeOf(database)) / many, 'bytes');

  const aim = name === 'SQLite' ? 1 : 3;
  const read = async (index: number) => rows.find(sessionKey(cookieAt(index * 7919)));
  say(`read by key, median (target: below ${aim})`, await medianTime(rounds, read), 'ms');
  const burst = performance.now();
  await Promise.all(Array.from({ length: rounds }, (_, index) => read(index)));
  say('read by key, 500 in parallel, each', (performance.now() - burst) / rounds, 'ms');

  time += 60_000;
  const used = await Promise.all(Array.from({ length: rounds }, (_, index) => read(index)));
  const touch = async (index: number) => {
    const row = used[index];
    if (row) await rows.touch(row);
  };
  say('"last seen", median', await medianTime(rounds, touch), 'ms');
  say(
    'lease, note, next pair, median of the three together',
    await medianTime(rounds, async (index) => {
      const cookie = cookieAt(index);
      const given = { holder: 'bench', forMs: 30_000 };
      const attempt = await leases.take(sessionKey(cookie), given);
      if (attempt.kind !== 'taken') throw new Error(attempt.kind);
      await leases.noteSpending(attempt.lease, { generation: 1, forMs: 30_000 });
      const sealed = sealTokens(tokens, { cookie, generation: 2 });
      await leases.store(attempt.lease, { ...times, generation: 1, sealed });
    }),
    'ms',
  );
  const ticketAt = (index: number) => ({
    sessionKey: `s${index % 200}`,
    holder: 'bench',
    generation: 1,
  });
  for (let index = 0; index < 205; index++) {
    const key = index < 5 ? `first${index}` : ticketAt(index).sessionKey;
    await tickets.join({ sessionKey: key, holder: 'bench', generation: 1, isWaitedFor: true });
  }
  say(
    'place in a queue of 200, median',
    await medianTime(rounds, (index) => tickets.ask(ticketAt(index))),
    'ms',
  );
  say('count of sessions, median', await medianTime(20, () => rows.count()), 'ms');
  time += limits.maxMs;
  const sweep = performance.now();
  let removed = 0;
  for (;;) {
    const ended = await rows.removeEnded();
    removed += ended.length;
    if (ended.length === 0) break;
  }
  say(`removal of ${removed} ended sessions`, performance.now() - sweep, 'ms');
  await database.close();
}

async function sizeOf(database: Database): Promise<number> {
  const query =
    database.kind === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size
          from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number }>`select pg_total_relation_size('sessions') as size`;
  const { rows } = await database.run((db) => query.execute(db));
  return rows[0]?.size ?? 0;
}
