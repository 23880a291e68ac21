import type { Kysely } from 'kysely';

import { indexesOf } from './indexesOf.ts';

/** Step `008_notes_additive`: notes that users write about SIMs. */
export async function createThingNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('thing_notes')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('id', 'varchar(64)', (column) => column.notNull())
    .addColumn('iccid', 'varchar(64)', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    // A page chooses the id, so it must not reveal or block another customer's note.
    .addPrimaryKeyConstraint('thing_notes_key', ['customer_id', 'id'])
    .execute();
  const index = indexesOf(db, 'thing_notes');
  await index('of_thing', 'customer_id', 'iccid', 'created_at', 'id').execute();
  await index('age', 'changed_at').execute();
  await index('author', 'username').execute();
}
