import type { Kysely } from 'kysely';

/** Builds a table's indexes, each named after the table. */
export function indexesOf(db: Kysely<unknown>, table: string) {
  return (name: string, ...columns: readonly string[]) =>
    db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns]);
}
