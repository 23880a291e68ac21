import { sql } from 'kysely';

import { createAlerts } from './alerts/alerts.ts';
import { createOutbox } from './alerts/delivery/outbox.ts';
import { createRefreshTickets } from './auth/refreshTickets.ts';
import { createSessionEvents } from './auth/sessionEvents.ts';
import { createSessionLeases } from './auth/sessionLeases.ts';
import { createSessionRows, type SessionLimits } from './auth/sessionRows.ts';
import { type DatabaseOptions, openDatabase } from './db/database.ts';
import type { DatabaseTarget } from './db/databaseUrl.ts';
import type { HistoryLimits } from './db/historyLimits.ts';
import { checkSchema, migrateToLatest } from './db/migrations.ts';
import { spellingsOf } from './db/spellings.ts';
import { startError } from './db/storeErrors.ts';
import { createGroupChanges } from './history/groupChanges.ts';
import { createGroupSnapshots } from './history/groupSnapshots.ts';
import { createFleetRecords } from './inventory/inventoryContents.ts';
import { createFleetQueries, createFleetScopes } from './inventory/inventoryQueries.ts';
import { createScans } from './inventory/scans.ts';
import { createThingEvents } from './inventory/thingEvents.ts';
import { createThingSnapshots, type FleetLimits } from './inventory/thingSnapshots.ts';
import { createTrends } from './inventory/trends.ts';
import { createNotes, type NotesLimits } from './notes/notes.ts';
import type { AlertConfig } from './ops/watchConfig.ts';
import { createSharedViews } from './views/sharedViews.ts';
import { createWatchLeases } from './watch/watchLease.ts';

/** The state shared by the gateways of one installation. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens the store and brings its schema up to date.
 *
 * @param given.migrates false for a program that must not change the schema
 * @param given.egress name of the address that this gateway's calls to the service come from (`EGRESS_NAME`)
 * @param given.history how long to keep changes to groups
 * @param given.fleet how long to keep SIMs that lists no longer show
 * @param given.notes how long to keep notes about SIMs
 * @param given.alerts the checks that open alerts, and where messages about them go
 * @throws {StoreStartError} with one sentence on why the database cannot be used
 */
export async function openStore(
  target: DatabaseTarget,
  given: DatabaseOptions & {
    readonly limits: SessionLimits;
    readonly egress: string;
    readonly history: HistoryLimits;
    readonly fleet: FleetLimits;
    readonly notes: NotesLimits;
    readonly alerts: AlertConfig;
    readonly migrates?: boolean;
  },
) {
  const database = openDatabase(target, given);
  try {
    await (given.migrates === false ? checkSchema : migrateToLatest)(database);
  } catch (error) {
    await database.close().catch(() => {});
    throw startError(error, target);
  }
  const scans = createScans(database, given.fleet);
  const leases = createSessionLeases(database);
  return {
    sessions: createSessionRows(database, given.limits),
    leases,
    tickets: createRefreshTickets(database, given.egress, leases.claim),
    changes: createGroupChanges(database, given.history),
    snapshots: createGroupSnapshots(database, given.history),
    events: createSessionEvents(database, given.history),
    things: createThingSnapshots(database, given.fleet),
    thingEvents: createThingEvents(database, given.fleet),
    fleetRecords: createFleetRecords(database),
    scans,
    trends: createTrends(database, given.fleet),
    alerts: createAlerts(database, createFleetScopes(database, given), given),
    notes: createNotes(database, given.notes),
    views: createSharedViews(database),
    watch: createWatchLeases(database),
    outbox: createOutbox(database),
    fleet: createFleetQueries(database, scans, given),
    /** The spellings of an author's name that differ at most in letter case. */
    spellings: (table: 'sharedViews' | 'thingNotes', username: string) =>
      database.run((db) => spellingsOf(db, table, username)),
    /** @throws {StoreUnavailableError} within two seconds if the database does not respond */
    async ping() {
      await database.run((db) => sql`select 1`.execute(db));
    },
    close: database.close,
  };
}
