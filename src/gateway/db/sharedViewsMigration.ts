import type { Kysely } from 'kysely';

import { indexesOf } from './indexesOf.ts';

/** Step `007_shared_views_additive`: views of the list of Things that a customer's team shares. */
export async function createSharedViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shared_views')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('id', 'varchar(64)', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('shared_views_key', ['customer_id', 'id'])
    .execute();
  await indexesOf(db, 'shared_views')('name', 'customer_id', 'name_key').unique().execute();
}
