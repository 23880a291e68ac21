import type { Kysely } from 'kysely';

import { indexesOf, tableOf } from './tableOf.ts';

/**
 * Step `002_changes_additive`: changes to groups, snapshots of groups, and session events. Gateways of the
 * previous version keep running: the new column of `sessions` may stay empty.
 */
export async function createChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proven_customer_id', 'text').execute();

  await tableOf(db, 'group_changes')`
    id varchar(64) primary key, customer_id text not null, group_id varchar(128) not null,
    group_name text, search_name text not null, username text, search_username text,
    recorded_at bigint not null, since bigint, before_values text not null, before_at bigint,
    after_values text not null, outcome varchar(16) not null, answered_at bigint, status integer,
    message text, check_result varchar(16), check_at bigint, check_seen text,
    tracking varchar(16) default 'done' not null, is_shown integer not null,
    request_id varchar(128), service_request_id varchar(128)
  `.execute();
  const ofChanges = indexesOf(db, 'group_changes');
  await ofChanges('of_customer', 'customer_id', 'recorded_at', 'id').execute();
  await ofChanges('of_group', 'customer_id', 'group_id', 'recorded_at', 'id').execute();
  await ofChanges('tracked', 'customer_id', 'tracking').where('tracking', '<>', 'done').execute();
  await ofChanges('age', 'recorded_at').execute();

  await tableOf(db, 'groups_seen')`
    customer_id text not null, group_id varchar(128) not null, listed_values text not null,
    asked_at bigint not null, answered_at bigint not null, revision integer not null
  `
    .addPrimaryKeyConstraint('groups_seen_key', ['customer_id', 'group_id'])
    .execute();
  const ofGroups = indexesOf(db, 'groups_seen');
  await ofGroups('group_id', 'group_id').execute();
  await ofGroups('answered_at', 'answered_at').execute();

  await tableOf(db, 'session_events')`
    id varchar(64) primary key, at bigint not null, kind varchar(32) not null,
    outcome varchar(64) not null, username text, customer_id text, address text,
    request_id varchar(128), service_request_id varchar(128)
  `.execute();
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
