import type { Kysely } from 'kysely';

import { indexesOf } from './indexesOf.ts';

/**
 * Step `002_changes_additive`: changes to groups, snapshots of groups, and session events. Gateways of the
 * previous version keep running: the new column of `sessions` may stay empty.
 */
export async function createChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proven_customer_id', 'text').execute();

  await db.schema
    .createTable('group_changes')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('group_id', 'varchar(128)', (column) => column.notNull())
    .addColumn('group_name', 'text')
    .addColumn('search_name', 'text', (column) => column.notNull())
    .addColumn('username', 'text')
    .addColumn('search_username', 'text')
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint')
    .addColumn('before_values', 'text', (column) => column.notNull())
    .addColumn('before_at', 'bigint')
    .addColumn('after_values', 'text', (column) => column.notNull())
    .addColumn('outcome', 'varchar(16)', (column) => column.notNull())
    .addColumn('answered_at', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('message', 'text')
    .addColumn('check_result', 'varchar(16)')
    .addColumn('check_at', 'bigint')
    .addColumn('check_seen', 'text')
    .addColumn('tracking', 'varchar(16)', (column) => column.notNull().defaultTo('done'))
    .addColumn('is_shown', 'integer', (column) => column.notNull())
    .addColumn('request_id', 'varchar(128)')
    .addColumn('service_request_id', 'varchar(128)')
    .execute();
  const ofChanges = indexesOf(db, 'group_changes');
  await ofChanges('of_customer', 'customer_id', 'recorded_at', 'id').execute();
  await ofChanges('of_group', 'customer_id', 'group_id', 'recorded_at', 'id').execute();
  await ofChanges('tracked', 'customer_id', 'tracking').where('tracking', '<>', 'done').execute();
  await ofChanges('age', 'recorded_at').execute();

  await db.schema
    .createTable('groups_seen')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('group_id', 'varchar(128)', (column) => column.notNull())
    .addColumn('listed_values', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('groups_seen_key', ['customer_id', 'group_id'])
    .execute();
  const ofGroups = indexesOf(db, 'groups_seen');
  await ofGroups('group_id', 'group_id').execute();
  await ofGroups('answered_at', 'answered_at').execute();

  await db.schema
    .createTable('session_events')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'varchar(32)', (column) => column.notNull())
    .addColumn('outcome', 'varchar(64)', (column) => column.notNull())
    .addColumn('username', 'text')
    .addColumn('customer_id', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'varchar(128)')
    .addColumn('service_request_id', 'varchar(128)')
    .execute();
  const ofEvents = indexesOf(db, 'session_events');
  await ofEvents('age', 'at', 'id').execute();
  await ofEvents('of_user', 'username', 'at').execute();
}

/**
 * Step `005_unconfirmed_changes_additive`: records the session of each change sent under a customer id not yet
 * confirmed for that session. Gateways of the previous version leave the column empty.
 */
export async function addUnconfirmedChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('group_changes').addColumn('session_key', 'varchar(64)').execute();
  const index = indexesOf(db, 'group_changes');
  await index('of_session', 'session_key').where('session_key', 'is not', null).execute();
  await index('unconfirmed', 'is_shown', 'recorded_at').where('is_shown', '=', 0).execute();
}
