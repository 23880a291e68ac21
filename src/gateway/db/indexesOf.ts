import type { Kysely } from 'kysely';

/** Builds the indexes of a table, each of which is named after it. */
export function indexesOf(db: Kysely<unknown>, table: string) {
  return (name: string, ...columns: readonly string[]) =>
    db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns]);
}
