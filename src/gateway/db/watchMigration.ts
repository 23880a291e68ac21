import { type Kysely, sql } from 'kysely';

import { indexesOf } from './indexesOf.ts';

/** Step `009_watch_additive`: the watch, alerts, and the messages about them. */
export async function createWatch(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fleet_readings').addColumn('states', 'text').execute();
  await db.schema
    .createTable('watches')
    .addColumn('id', 'varchar(16)', (column) => column.primaryKey())
    .addColumn('holder', 'varchar(64)')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('lease_number', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('slow_until', 'bigint', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
    .addColumn('customer_id', 'text')
    .addColumn('problem', 'text')
    .execute();
  await createAlerts(db);
  await createMessages(db);
}

async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('check_name', 'varchar(32)', (column) => column.notNull())
    .addColumn('state', 'varchar(16)', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('grown_at', 'bigint', (column) => column.notNull())
    .addColumn('resolved_at', 'bigint')
    .addColumn('cause_since', 'bigint', (column) => column.notNull())
    .addColumn('sims', 'integer', (column) => column.notNull())
    .addColumn('worst', 'integer', (column) => column.notNull())
    .addColumn('ack_username', 'text')
    .addColumn('ack_at', 'bigint')
    .addColumn('ack_note', 'text')
    .addColumn('fresh_after', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  const ofAlerts = indexesOf(db, 'alerts');
  await ofAlerts('of_customer', 'customer_id', 'opened_at', 'id').execute();
  await ofAlerts('age', 'resolved_at').execute();
  await ofAlerts('unresolved', 'customer_id', 'check_name')
    .unique()
    .where(sql.ref('resolved_at'), 'is', null)
    .execute();
  await db.schema
    .createTable('alert_checks')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('check_name', 'varchar(32)', (column) => column.notNull())
    .addColumn('first_at', 'bigint')
    .addColumn('first_sims', 'integer')
    .addColumn('scan_started_at', 'bigint', (column) => column.notNull())
    .addColumn('claim', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_checks_key', ['customer_id', 'check_name'])
    .execute();
  await createAlertSims(db);
}

async function createAlertSims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_sims')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('check_name', 'varchar(32)', (column) => column.notNull())
    .addColumn('iccid', 'varchar(64)', (column) => column.notNull())
    .addColumn('scan_started_at', 'bigint', (column) => column.notNull())
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
  await db.schema
    .createTable('alert_messages')
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('destination', 'varchar(16)', (column) => column.notNull())
    .addColumn('target', 'varchar(64)', (column) => column.notNull())
    .addColumn('notice', 'text', (column) => column.notNull())
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'varchar(16)', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_holder', 'varchar(64)')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('answer', 'text')
    .execute();
  const ofMessages = indexesOf(db, 'alert_messages');
  await ofMessages('due', 'state', 'due_at').execute();
  await ofMessages('of_customer', 'customer_id', 'created_at').execute();
  await ofMessages('age', 'created_at').execute();
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('message_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('alert_id', 'varchar(64)', (column) => column.notNull())
    .addColumn('event', 'varchar(16)', (column) => column.notNull())
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
  await db.schema
    .createTable('alert_targets')
    .addColumn('target', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('stopped_at', 'bigint')
    .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
