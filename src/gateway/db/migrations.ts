import { setTimeout as delay } from 'node:timers/promises';

import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import type { Database } from './database.ts';
import { addUnconfirmedChanges, createChanges } from './historyMigration.ts';
import { addDataFirstAt, createFleet, createFleetPages } from './inventoryMigration.ts';
import { codeOf, isConflict, storeError, StoreStartError } from './storeErrors.ts';
import { indexesOf, tableOf } from './tableOf.ts';
import type { Tables } from './tables.ts';
import { createWatch } from './watchMigration.ts';

/**
 * The steps of the schema, in order. A released step never changes. Each later change is a new step with a name that
 * sorts last. Gateways of the previous version must work with it, because they keep running during a rolling
 * deployment. If they can also start with it (new tables, or columns with a default), its name ends in `_additive`.
 */
function migrations(kind: Database['kind']): Readonly<Record<string, Migration>> {
  const bytes = kind === 'postgres' ? 'bytea' : 'blob';
  return {
    '001_sessions': { up: (db) => createSessions(db, bytes) },
    '002_changes_additive': { up: createChanges },
    '003_fleet_additive': { up: createFleet(kind) },
    '004_data_first_additive': { up: addDataFirstAt },
    '005_unconfirmed_changes_additive': { up: addUnconfirmedChanges },
    '006_fleet_pages_additive': { up: createFleetPages },
    '007_shared_views_additive': { up: createSharedViews },
    '008_notes_additive': { up: createThingNotes },
    '009_watch_additive': { up: createWatch },
  };
}

async function createSessions(db: Kysely<unknown>, bytes: 'bytea' | 'blob'): Promise<void> {
  await tableOf(db, 'sessions')`
    key varchar(64) primary key, sealed ${bytes} not null, generation integer not null,
    username text not null, customer_id text, customer_source text not null, address text,
    created_at bigint not null, last_seen_at bigint not null, idle_ends_at bigint not null,
    max_ends_at bigint not null, received_at bigint not null, due_at bigint not null,
    over_at bigint not null, access_refused integer default 0 not null,
    verdict text default 'none' not null, lost_answers integer default 0 not null,
    renewal_over text, useless_refreshes integer default 0 not null,
    failed_refreshes integer default 0 not null, unhelpful_until bigint default 0 not null,
    wait_until bigint default 0 not null, revision integer default 0 not null, lease_holder text,
    lease_until bigint default 0 not null, lease_number integer default 0 not null,
    spending_generation integer
  `.execute();
  const index = indexesOf(db, 'sessions');
  await index('username', 'username').execute();
  await index('idle_ends_at', 'idle_ends_at').execute();
  await index('max_ends_at', 'max_ends_at').execute();

  await tableOf(db, 'refresh_budgets')`
    egress varchar(64) primary key, sent_at text default '[]' not null,
    blocked_until bigint default 0 not null, first_number bigint default 0 not null,
    last_number bigint default 0 not null
  `.execute();
  await tableOf(db, 'refresh_tickets')`
    egress varchar(64) not null, session_key varchar(64) not null, holder text not null,
    rank integer not null, number bigint not null, alive_until bigint not null
  `
    .addPrimaryKeyConstraint('refresh_tickets_key', ['egress', 'session_key'])
    .execute();
  await indexesOf(db, 'refresh_tickets')('order', 'egress', 'rank', 'number').execute();
}

/** Step `007_shared_views_additive`: views of the list of Things that a customer's team shares. */
async function createSharedViews(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'shared_views')`
    customer_id text not null, id varchar(64) not null, author text not null, name text not null,
    name_key text not null, search text not null, revision integer not null,
    changed_at bigint not null
  `
    .addPrimaryKeyConstraint('shared_views_key', ['customer_id', 'id'])
    .execute();
  await indexesOf(db, 'shared_views')('name', 'customer_id', 'name_key').unique().execute();
}

/** Step `008_notes_additive`: notes that users write about SIMs. */
async function createThingNotes(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'thing_notes')`
    customer_id text not null, id varchar(64) not null, iccid varchar(64) not null,
    username text not null, text text not null, created_at bigint not null,
    changed_at bigint not null, revision integer not null
  `
    // A page chooses the id, so it must not reveal or block another customer's note.
    .addPrimaryKeyConstraint('thing_notes_key', ['customer_id', 'id'])
    .execute();
  const index = indexesOf(db, 'thing_notes');
  await index('of_thing', 'customer_id', 'iccid', 'created_at', 'id').execute();
  await index('age', 'changed_at').execute();
  await index('author', 'username').execute();
}

/** How long a starting gateway waits for other starting gateways. */
const patienceMs = 30_000;

/**
 * "Already exists", when two gateways create one of the migrator's tables or rows at the same time, and PostgreSQL's
 * error when the migrator then continues in the failed transaction.
 */
const collisions = new Set(['23505', '42P07', '25P02']);
/** Gateways that start together collide once or twice. If they keep colliding, the table belongs to another program. */
const collisionPatienceMs = 8_000;

const additive = '_additive';

/**
 * Brings the schema up to date. Several gateways may start at once: one does the work, the others wait.
 *
 * @param given.collisionMs how long another program's table may look like another gateway's
 * @throws {StoreStartError} if the schema is newer than this program, unless all newer steps are additive
 */
export async function migrateToLatest(
  database: Database,
  { collisionMs = collisionPatienceMs }: { readonly collisionMs?: number } = {},
): Promise<void> {
  const known = migrations(database.kind);
  const begun = performance.now();
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- repeated after a conflict only
      await database.migrate(async (db) => {
        // Kysely's migrator rejects unknown steps.
        if ((await compareSchema(db, Object.keys(known))).isNewer) return;
        const provider = { getMigrations: async () => known };
        const { error } = await new Migrator({ db, provider }).migrateToLatest();
        if (error !== undefined) throw storeError(error);
      });
      return;
    } catch (error) {
      const isCollision = collisions.has(codeOf(error));
      if (!isCollision && !isConflict(error)) throw storeError(error);
      const patience = isCollision ? collisionMs : patienceMs;
      if (performance.now() - begun >= patience) throw storeError(error);
      // oxlint-disable-next-line no-await-in-loop -- gives the other gateway time
      await delay(50 + 100 * Math.random());
    }
  }
}

/**
 * Only checks the schema: for commands run alongside gateways that may have a different version.
 *
 * @throws {StoreStartError} if this program cannot work with the schema
 */
export async function checkSchema(database: Database): Promise<void> {
  const known = Object.keys(migrations(database.kind));
  const { missing } = await database.run((db) => compareSchema(db, known));
  if (missing.length === 0) return;
  throw new StoreStartError(
    "The database in DATABASE_URL has the schema of an older version of this program, or none: use the command from the gateway's version, or start this version of the gateway first. Nothing was changed.",
  );
}

/** @throws {StoreStartError} if the schema has a step from a newer version that is not additive */
async function compareSchema(
  db: Kysely<Tables>,
  known: readonly string[],
): Promise<{ readonly missing: readonly string[]; readonly isNewer: boolean }> {
  const applied = await appliedSteps(db);
  const newer = applied.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !applied.includes(name));
  // Steps from two branches of this program have never been tested together.
  const breaking = newer.find((name) => missing.length > 0 || !name.endsWith(additive));
  if (breaking === undefined) return { missing, isNewer: newer.length > 0 };
  throw new StoreStartError(
    `The database in DATABASE_URL has the schema of a newer version of this program (${breaking}): start that version or a later one. Nothing was changed.`,
  );
}

async function appliedSteps(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
