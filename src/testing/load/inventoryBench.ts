import { sql } from 'kysely';

import { fleetChecks } from '#contract/inventory.ts';
import { createAlerts } from '#gateway/alerts/alerts.ts';
import { type Database, openDatabase } from '#gateway/db/database.ts';
import { parseDatabaseUrl } from '#gateway/db/databaseUrl.ts';
import { migrateToLatest } from '#gateway/db/migrations.ts';
import { createInventory } from '#gateway/inventory/inventory.ts';
import { createFleetQueries, createFleetScopes } from '#gateway/inventory/inventoryQueries.ts';
import type { SimsQuery } from '#gateway/inventory/inventoryThings.ts';
import { createScans } from '#gateway/inventory/scans.ts';
import { createThingSnapshots } from '#gateway/inventory/thingSnapshots.ts';
import { readAlerts } from '#gateway/ops/watchConfig.ts';

import { withClient } from '../fixtures/testPostgres.ts';
import { fulfilling } from '../fixtures/variedFleet.ts';
import { medianTime, printer } from './figures.ts';
import { onEachDatabase } from './onEachDatabase.ts';

const print = printer('inventory');

/**
 * Prints the cost of an inventory of 200,000 SIMs, for both engines on this machine: two complete scans, as
 * forwarded lists of 50, and then the queries.
 */
const sims = Number(process.env['FLEET_BENCH_SIMS'] ?? 200_000);
const pageSize = 50;
/** The number of simultaneous calls in a scan. */
const maxConcurrency = 6;
const groups = 200;
const day = 24 * 3600_000;
const customerId = 'cid_123';
const limits = { fleetMs: 90 * day, historyMs: 365 * day, maxPutMs: 75_000 };
const start = Date.UTC(2026, 0, 1);

/** Typical conditions, then those that are hardest to check: rare values, long lists and many conditions. */
const questions: Readonly<Record<string, readonly string[]>> = {
  'no condition': [],
  'a group': ['group.is.g7'],
  'no group': ['group.unknown'],
  'not a state': ['state.is-not.ACTIVE'],
  'a model': ['tac.is.35000007'],
  'first digits of an IMEI': ['imei.begins-with.86'],
  'a block flag': ['block.any-of.Data,SMS_MO'],
  'a device change': ['device-change.within.7'],
  'a state, networks and age': [
    'state.is.SUSPENDED',
    'network.none-of.262-1,262-2',
    'located.older-than.30',
  ],
  'an IMEI': ['imei.is.350000070000070'],
  'first digits of an IMSI': ['imsi.begins-with.262010000012'],
  '50 groups without a location': [
    `group.any-of.${Array.from({ length: 50 }, (_, index) => `g${index}`).join(',')}`,
    'located.unknown',
  ],
  'none of 50 models': [
    `tac.none-of.${Array.from({ length: 50 }, (_, index) => 35_000_000 + index).join(',')}`,
    'tac.not-empty',
  ],
  '20 conditions': Array.from(
    { length: 20 },
    (_, index) => `imsi.is-not.2620100000000${index + 10}`,
  ),
};

await onEachDatabase(measure);

async function measure(name: string, address: string): Promise<void> {
  const time = { now: start, inDatabase: 0 };
  const database = openDatabase(parseDatabaseUrl(address), {
    now: () => time.now,
    onCall: ({ ms }) => (time.inDatabase += ms),
  });
  await migrateToLatest(database);
  const scans = createScans(database, limits);
  const queries = createFleetQueries(database, scans, { history: limits, notes: { notesMs: 0 } });
  const say = (what: string, value: number) => print(`${name}: ${what}`, value);
  await listGroups(database);
  await sayScan(0, `a first scan of ${sims} SIMs`);
  await sayComparison('the first scan');
  time.now += 3 * day;
  await sayScan(1, 'a second scan after three days');
  await sayComparison('the second scan');

  await tidy(address);

  const known = await scans.known(customerId);
  const { checks } = await queries.figures(customerId, known);
  say('the summary', await medianTime(3, () => queries.figures(customerId, known)));
  const ask = (query: Partial<SimsQuery>) => queries.page(customerId, { size: 50, ...query });
  for (const check of fleetChecks) {
    const ms = await medianTime(3, () => ask({ check }));
    say(`check ${check}, ${checks.get(check)?.count} SIMs (target: below 200)`, ms);
  }
  for (const [what, written] of Object.entries(questions)) {
    const query = fulfilling(...written);
    const { count } = await ask(query);
    say(`${what}, ${count} SIMs (target: below 200)`, await medianTime(5, () => ask(query)));
  }
  const iccid = iccidAt(12_345);
  say('one SIM and its context', await medianTime(5, () => queries.neighbours(customerId, iccid)));
  await database.migrate((db) => sql`update things_seen set group_id = 'g7'`.execute(db));
  await tidy(address);
  const lock = { groupId: 'g7', prefix: '350000' };
  const impact = await medianTime(9, () => queries.lockImpact(customerId, lock), 1);
  say(`a lock of one group with all ${sims} SIMs (target: below 100)`, impact);
  await database.close();

  /** By all checks, some of which find thousands of SIMs. */
  async function sayComparison(what: string): Promise<void> {
    const scopes = createFleetScopes(database, { history: limits, notes: { notesMs: 0 } });
    const config = readAlerts({
      ALERT_CHECKS: fleetChecks.join(),
      ALERT_WEBHOOK_URL: 'https://hooks.example.com',
      ALERT_FORMAT: 'slack',
    });
    const given = { fleet: limits, history: limits, alerts: config };
    const { compareScan, page } = createAlerts(database, scopes, given);
    say(`alerts: ${what}, compared`, await medianTime(1, () => compareScan(customerId)));
    const read = () => page({ filter: { customerId }, before: null, size: 25 });
    const { rows } = await read();
    say(`alerts: a page with ${rows.length}`, await medianTime(3, read));
  }

  async function sayScan(round: number, what: string): Promise<void> {
    const before = await serverTime(database);
    const calls = await readFleet(database, time, round);
    const after = await serverTime(database);
    if (before === undefined || after === undefined) {
      say(`${what} (target: below 10000)`, calls);
    } else {
      say(`${what}, in the database (target: below 10000)`, after - before);
      say(`${what}, including the round trips`, calls);
    }
  }
}

/** As PostgreSQL does by itself within a minute; until then, it knows neither the table's size nor its values. */
async function tidy(address: string): Promise<void> {
  if (!address.startsWith('postgres')) return;
  await withClient(address, (client) => client.query('vacuum (analyze) things_seen'));
}

/** The time that PostgreSQL has spent on statements; undefined for SQLite, which runs within the call. */
async function serverTime(database: Database): Promise<number | undefined> {
  if (database.kind === 'sqlite') return undefined;
  // Consecutive statements use one connection, which publishes its figures once a second, or on demand.
  await database.run((db) => sql`select pg_stat_force_next_flush()`.execute(db));
  const query = sql<{ ms: number }>`
    select active_time as ms from pg_stat_database where datname = current_database()`;
  const { rows } = await database.run((db) => query.execute(db));
  return rows[0]?.ms;
}

/** @returns the total time that lists waited for the database */
async function readFleet(
  database: Database,
  time: { now: number; inDatabase: number },
  round: number,
): Promise<number> {
  const scans = createScans(database, limits);
  const { id } = await scans.begin({ customerId, username: 'bench' });
  const inventory = createInventory({
    store: { things: createThingSnapshots(database, limits), scans },
    isOn: true,
    clock: { now: () => time.now, after: () => () => {} },
    onDropped: () => print('a list was dropped', Number.NaN),
  });
  time.inDatabase = 0;
  for (let from = 0; from < sims; from += pageSize * maxConcurrency) {
    const pages = Array.from({ length: maxConcurrency }, (_, page) => from + page * pageSize);
    for (const first of pages.filter((page) => page < sims)) {
      time.now += 100;
      const answeredAt = time.now;
      const page = Array.from({ length: pageSize }, (_, at) =>
        thing(first + at, round, answeredAt),
      );
      const body = new TextEncoder().encode(JSON.stringify(page));
      const asked = { username: 'bench', page: first / pageSize };
      inventory.record(customerId, { askedAt: answeredAt - 50, answeredAt }, body, asked);
    }
    await inventory.idle();
  }
  const taken = time.inDatabase;
  await scans.end({ customerId, id, state: 'complete', things: sims });
  return taken;
}

async function listGroups(database: Database): Promise<void> {
  const rows = Array.from({ length: groups }, (_, index) => ({
    customerId,
    groupId: `g${index}`,
    listedValues: JSON.stringify({
      ThingsGroupName: `Group ${index}`,
      LockMasterImei: index % 2 === 0,
      IMEIPrefix: index % 2 === 0 ? '350000' : '',
    }),
    askedAt: start,
    answeredAt: start,
    revision: 1,
  }));
  await database.run((db) => db.insertInto('groupsSeen').values(rows).execute());
}

/** Batches of consecutive numbers, in the order of purchase. */
function iccidAt(index: number): string {
  const batch = (Math.floor(index / 500) * 7919) % 1009;
  return `8988228${String(batch * 500 + (index % 500)).padStart(12, '0')}`;
}

/** A fleet in which every check finds a few SIMs. */
function thing(index: number, round: number, time: number) {
  const group = index % groups;
  // A few devices from another maker, a few with a copied IMEI, and a few swapped devices.
  const maker = index % 997 === 0 ? '86' : '35';
  const model = String(index % 60).padStart(6, '0');
  const isCopy = index % 2003 === 0;
  const isSwapped = round > 0 && index % 5003 === 0;
  const serial = String(isCopy ? 7 : index + (isSwapped ? 500_000 : 0)).padStart(6, '0');
  const isSilent = index % 10 === 0;
  return {
    ExternalUniqueId: iccidAt(index),
    ThingName: `Van ${index}`,
    ThingsGroupId: `g${group}`,
    ThingsGroupName: `Group ${group}`,
    State: index % 20 === 0 ? 'SUSPENDED' : 'ACTIVE',
    Block: {
      Data: index % 50 === 0,
      LTEData: false,
      SMS_MO: false,
      SMS_MO_except_home_country: false,
      SMS_MT: false,
    },
    IMEI: index % 100 === 1 ? '' : `${maker}${isCopy ? '000000' : model}${serial}0`,
    ActiveMobileSubscriber: `26201${String(index).padStart(10, '0')}`,
    Data: isSilent && index % 40 > 0 ? index : index + round,
    CellId: index % 4000,
    Lac: 1 + (index % 50),
    LastLocation: {
      Timestamp: isSilent ? start - (index % 120) * day : time - 60_000,
      MCC: 262,
      MNC: index % 4,
    },
  };
}
