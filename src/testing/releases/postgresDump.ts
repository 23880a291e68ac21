import type pg from 'pg';
import * as z from 'zod/mini';

import { withClient } from '../fixtures/testPostgres.ts';

const texts = z.array(z.object({ text: z.string() }));
const tables = z.array(z.object({ oid: z.number(), name: z.string() }));

/**
 * The tables of a database with their rows, as SQL that creates them in an empty one. PostgreSQL's own program for
 * this is not in the test package.
 */
export async function dumpPostgres(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const { rows } = await client.query(
      `select oid, quote_ident(relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
    );
    const found = tables.parse(rows);
    const parts = await perTable(found, (table) => dumpTable(client, table));
    // Only once all rows are there.
    const keys = await perTable(found, (table) => constraints(client, table, ['f']));
    return [...parts, ...keys].map((statement) => `${statement};\n`).join('');
  });
}

type Table = z.infer<typeof tables>[number];

async function perTable(
  all: readonly Table[],
  statements: (table: Table) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of all) found.push(...(await statements(table)));
  return found;
}

async function dumpTable(client: pg.Client, table: Table): Promise<readonly string[]> {
  const { oid, name } = table;
  const select = (sql: string, ...values: unknown[]) => textsOf(client, sql, values);
  const columns = await select(
    `select quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
       || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
       || case when attnotnull then ' not null' else '' end as text
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    oid,
  );
  const names = columns.map((column) => column.slice(0, column.indexOf(' ')));
  const values = names.map((column) => `quote_nullable(${column}::text)`).join(`, ', ', `);
  const rows = await select(`select concat('(', ${values}, ')') as text from ${name} order by 1`);
  const indexes = await select(
    `select pg_get_indexdef(indexrelid) as text from pg_index
     where indrelid = $1 and not exists
       (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
     order by 1`,
    oid,
  );
  return [
    `create table ${name} (${columns.join(', ')})`,
    ...rows.map((row) => `insert into ${name} values ${row}`),
    ...(await constraints(client, table, ['p', 'u'])),
    ...indexes,
  ];
}

async function constraints(client: pg.Client, { oid, name }: Table, kinds: readonly string[]) {
  const found = await textsOf(
    client,
    `select quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
     where conrelid = $1 and contype = any($2) order by contype, conname`,
    [oid, kinds],
  );
  return found.map((constraint) => `alter table ${name} add constraint ${constraint}`);
}

async function textsOf(client: pg.Client, sql: string, values: readonly unknown[]) {
  const { rows } = await client.query(sql, [...values]);
  return texts.parse(rows).map(({ text }) => text);
}
