import { type Kysely, sql } from 'kysely';

import type { Database } from './database.ts';
import { indexesOf } from './indexesOf.ts';

/** Step `003_fleet_additive`: the SIMs' last known state, changes between two lists, and scans of whole fleets. */
export function createFleet(kind: Database['kind']) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await createThingsSeen(db, kind);
    await createThingEvents(db);
    await createScans(db);
  };
}

async function createThingsSeen(db: Kysely<unknown>, kind: Database['kind']): Promise<void> {
  const table = db.schema
    .createTable('things_seen')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('iccid', 'varchar(64)', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('group_id', 'text')
    .addColumn('group_name', 'text')
    .addColumn('state', 'text')
    .addColumn('blocks', 'text')
    .addColumn('imei', 'varchar(16)')
    .addColumn('device', 'varchar(14)')
    .addColumn('last_imei', 'varchar(16)')
    .addColumn('device_changed_at', 'bigint')
    .addColumn('imsi', 'text')
    .addColumn('data', 'bigint')
    .addColumn('data_at', 'bigint')
    .addColumn('data_since', 'bigint')
    .addColumn('suspended_data', 'bigint')
    .addColumn('suspended_since', 'bigint')
    .addColumn('located_at', 'bigint')
    .addColumn('network', 'text')
    .addColumn('carried_at', 'text')
    .addColumn('cell', 'varchar(16)')
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('things_seen_key', ['customer_id', 'iccid']);
  // Checks scan all SIMs of a customer; without a rowid, SQLite stores a customer's rows next to each other.
  await (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  const index = indexesOf(db, 'things_seen');
  await index('age', 'answered_at').execute();
  await index('device', 'customer_id', 'device').where(sql.ref('device'), 'is not', null).execute();
}

/** Step `004_data_first_additive`: a SIM counts as compared only from the first list that reported its `Data`. */
export async function addDataFirstAt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('things_seen').addColumn('data_first_at', 'bigint').execute();
}

async function createThingEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('thing_events')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('iccid', 'varchar(64)', (column) => column.notNull())
    .addColumn('kind', 'varchar(16)', (column) => column.notNull())
    .addColumn('before_value', 'text', (column) => column.notNull())
    .addColumn('after_value', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('noticed_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = indexesOf(db, 'thing_events');
  await index('of_customer', 'customer_id', 'noticed_at', 'id').execute();
  await index('of_kind', 'customer_id', 'kind', 'noticed_at', 'id').execute();
  await index('of_thing', 'customer_id', 'iccid', 'noticed_at', 'id').execute();
  await index('age', 'noticed_at').execute();
}

async function createScans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fleet_readings')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('state', 'varchar(16)', (column) => column.notNull())
    .addColumn('things', 'integer', (column) => column.notNull())
    .addColumn('counts', 'text')
    .execute();
  await indexesOf(db, 'fleet_readings')('of_customer', 'customer_id', 'started_at').execute();
}

/** Step `006_fleet_pages_additive`: the pages of a running scan that have been forwarded. */
export async function createFleetPages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fleet_pages')
    .addColumn('reading_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('page', 'integer', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('first_row', 'varchar(64)', (column) => column.notNull())
    .addColumn('last_row', 'varchar(64)', (column) => column.notNull())
    .addColumn('is_sound', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('fleet_pages_key', ['reading_id', 'page'])
    .execute();
}
