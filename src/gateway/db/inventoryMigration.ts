import { type Kysely, sql } from 'kysely';

import type { Database } from './database.ts';
import { indexesOf, tableOf } from './tableOf.ts';

/** Step `003_fleet_additive`: the SIMs' last known state, changes between two lists, and scans of whole fleets. */
export function createFleet(kind: Database['kind']) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await createThingsSeen(db, kind);
    await createThingEvents(db);
    await createScans(db);
  };
}

async function createThingsSeen(db: Kysely<unknown>, kind: Database['kind']): Promise<void> {
  const table = tableOf(db, 'things_seen')`
    customer_id text not null, iccid varchar(64) not null, name text, group_id text,
    group_name text, state text, blocks text, imei varchar(16), device varchar(14),
    last_imei varchar(16), device_changed_at bigint, imsi text, data bigint, data_at bigint,
    data_since bigint, suspended_data bigint, suspended_since bigint, located_at bigint,
    network text, carried_at text, cell varchar(16), first_seen_at bigint not null,
    asked_at bigint not null, answered_at bigint not null, revision integer not null
  `.addPrimaryKeyConstraint('things_seen_key', ['customer_id', 'iccid']);
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
  await tableOf(db, 'thing_events')`
    id varchar(64) primary key, customer_id text not null, iccid varchar(64) not null,
    kind varchar(16) not null, before_value text not null, after_value text not null,
    since bigint not null, noticed_at bigint not null
  `.execute();
  const index = indexesOf(db, 'thing_events');
  await index('of_customer', 'customer_id', 'noticed_at', 'id').execute();
  await index('of_kind', 'customer_id', 'kind', 'noticed_at', 'id').execute();
  await index('of_thing', 'customer_id', 'iccid', 'noticed_at', 'id').execute();
  await index('age', 'noticed_at').execute();
}

async function createScans(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'fleet_readings')`
    id varchar(64) primary key, customer_id text not null, username text not null,
    started_at bigint not null, ended_at bigint, state varchar(16) not null,
    things integer not null, counts text
  `.execute();
  await indexesOf(db, 'fleet_readings')('of_customer', 'customer_id', 'started_at').execute();
}

/** Step `006_fleet_pages_additive`: the pages of a running scan that have been forwarded. */
export async function createFleetPages(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'fleet_pages')`
    reading_id varchar(64) not null, page integer not null, rows integer not null,
    first_row varchar(64) not null, last_row varchar(64) not null, is_sound integer not null
  `
    .addPrimaryKeyConstraint('fleet_pages_key', ['reading_id', 'page'])
    .execute();
}
