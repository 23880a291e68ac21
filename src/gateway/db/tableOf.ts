import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** Builds a table from its columns as in SQL, such as `id varchar(64) primary key`, separated by commas. */
export function tableOf(db: Kysely<unknown>, table: string) {
  return (texts: TemplateStringsArray, ...values: readonly string[]) =>
    String.raw(texts, ...values)
      .split(',')
      .map((column) => /^\s*(\w+) (.+?)\s*$/.exec(column) ?? [])
      .reduce<CreateTableBuilder<string, string>>(
        (built, [, name = '', type = '']) => built.addColumn(name, sql.raw(type)),
        db.schema.createTable(table),
      );
}

/** Builds a table's indexes, each named after the table. */
export function indexesOf(db: Kysely<unknown>, table: string) {
  return (name: string, ...columns: readonly string[]) =>
    db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns]);
}
