import type { Kysely } from 'kysely';

/** Step `003_fleet_additive`: what lists have shown of SIMs, and what changed between two of them. */
export async function createFleet(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('things_seen')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('iccid', 'varchar(64)', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('group_id', 'text')
    .addColumn('group_name', 'text')
    .addColumn('state', 'text')
    .addColumn('blocks', 'text')
    .addColumn('imei', 'varchar(16)')
    .addColumn('last_imei', 'varchar(16)')
    .addColumn('imsi', 'text')
    .addColumn('data', 'bigint')
    .addColumn('data_since', 'bigint')
    .addColumn('located_at', 'bigint')
    .addColumn('network', 'text')
    .addColumn('carried_at', 'text')
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('things_seen_key', ['customer_id', 'iccid'])
    .execute();
  await db.schema.createIndex('things_seen_age').on('things_seen').column('answered_at').execute();

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
  await db.schema
    .createIndex('thing_events_of_customer')
    .on('thing_events')
    .columns(['customer_id', 'noticed_at', 'id'])
    .execute();
  await db.schema
    .createIndex('thing_events_of_kind')
    .on('thing_events')
    .columns(['customer_id', 'kind', 'noticed_at', 'id'])
    .execute();
  await db.schema
    .createIndex('thing_events_of_thing')
    .on('thing_events')
    .columns(['customer_id', 'iccid', 'noticed_at', 'id'])
    .execute();
  await db.schema.createIndex('thing_events_age').on('thing_events').column('noticed_at').execute();
}
