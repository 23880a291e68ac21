import { type Kysely, sql } from 'kysely';

import { indexesOf, tableOf } from './tableOf.ts';

/** Step `009_watch_additive`: the watch, alerts, and the messages about them. */
export async function createWatch(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fleet_readings').addColumn('states', 'text').execute();
  await tableOf(db, 'watches')`
    id varchar(16) primary key, holder varchar(64), lease_until bigint not null,
    lease_number integer not null, next_at bigint not null, slow_until bigint not null,
    signed_in_at bigint not null, customer_id text, problem text
  `.execute();
  await createAlerts(db);
  await createMessages(db);
}

async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'alerts')`
    id varchar(64) primary key, customer_id text not null, check_name varchar(32) not null,
    state varchar(16) not null, opened_at bigint not null, grown_at bigint not null,
    resolved_at bigint, cause_since bigint not null, sims integer not null,
    worst integer not null, ack_username text, ack_at bigint, ack_note text,
    fresh_after bigint not null, revision integer not null
  `.execute();
  const ofAlerts = indexesOf(db, 'alerts');
  await ofAlerts('of_customer', 'customer_id', 'opened_at', 'id').execute();
  await ofAlerts('age', 'resolved_at').execute();
  await ofAlerts('unresolved', 'customer_id', 'check_name')
    .unique()
    .where(sql.ref('resolved_at'), 'is', null)
    .execute();
  await tableOf(db, 'alert_checks')`
    customer_id text not null, check_name varchar(32) not null, first_at bigint,
    first_sims integer, scan_started_at bigint not null, claim integer not null
  `
    .addPrimaryKeyConstraint('alert_checks_key', ['customer_id', 'check_name'])
    .execute();
  await createAlertSims(db);
}

async function createAlertSims(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'alert_sims')`
    customer_id text not null, check_name varchar(32) not null, iccid varchar(64) not null,
    scan_started_at bigint not null
  `
    .addPrimaryKeyConstraint('alert_sims_key', ['customer_id', 'check_name', 'iccid'])
    // A SIM that is forgotten leaves no trace here, whichever version of the gateway forgets it.
    .addForeignKeyConstraint(
      'alert_sims_sim',
      ['customer_id', 'iccid'],
      'things_seen',
      ['customer_id', 'iccid'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await indexesOf(db, 'alert_sims')('of_sim', 'customer_id', 'iccid').execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await tableOf(db, 'alert_messages')`
    id varchar(64) primary key, customer_id text not null, destination varchar(16) not null,
    target varchar(64) not null, notice text not null, is_test integer not null,
    created_at bigint not null, state varchar(16) not null, tries integer not null,
    due_at bigint not null, lease_holder varchar(64), lease_until bigint not null,
    tried_at bigint, answer text
  `.execute();
  const ofMessages = indexesOf(db, 'alert_messages');
  await ofMessages('due', 'state', 'due_at').execute();
  await ofMessages('of_customer', 'customer_id', 'created_at').execute();
  await ofMessages('age', 'created_at').execute();
  await tableOf(db, 'alert_deliveries')`
    message_id varchar(64) not null, alert_id varchar(64) not null, event varchar(16) not null
  `
    .addPrimaryKeyConstraint('alert_deliveries_key', ['message_id', 'alert_id'])
    .addForeignKeyConstraint(
      'alert_deliveries_message',
      ['message_id'],
      'alert_messages',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await indexesOf(db, 'alert_deliveries')('of_alert', 'alert_id').execute();
  await tableOf(db, 'alert_targets')`
    target varchar(64) primary key, stopped_at bigint, paused_until bigint default 0 not null
  `.execute();
}
