import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';

import type { RecordReader } from './recordReads.ts';
import type { Tables } from './tables.ts';

/** The key by which a page orders its rows, newest first; `TimeCursor` is its form in a URL. */
export interface PageKey {
  readonly at: number;
  readonly id: string;
}

/** Which page of rows to read, and for whom. */
export interface PageAsked<Filter> {
  readonly filter: Filter;
  /** The key that the page starts after; null for the first page. */
  readonly before: PageKey | null;
  readonly size: number;
  /** Aborts when the reader leaves. */
  readonly signal?: AbortSignal | undefined;
}

let ids = 0;

/** An id that sorts after all earlier ids of this process. */
export function newId(): string {
  return `${(ids++).toString(36).padStart(6, '0')}-${crypto.randomUUID()}`;
}

export interface Page<Row, Key = PageKey> {
  readonly rows: readonly Row[];
  readonly next: Key | null;
  /** `first` if the previous page is the first. */
  readonly previous: Key | 'first' | null;
}

/**
 * Pages rows by their keys, so that new rows do not shift pages.
 *
 * @param given.before the key that the page starts after; null for the first page
 * @param given.following reads rows after `before`, in order
 * @param given.preceding reads keys backwards from a given key
 */
export async function readKeysetPage<Row, Key extends object = PageKey>(given: {
  readonly before: Key | null;
  readonly size: number;
  readonly following: (limit: number) => Promise<readonly Row[]>;
  readonly preceding: (from: Key, limit: number) => Promise<readonly Key[]>;
  readonly keyOf: (row: Row) => Key;
}): Promise<Page<Row, Key>> {
  const { before, size, keyOf } = given;
  const found = await given.following(size + 1);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const next = found.length > size && last !== undefined ? keyOf(last) : null;
  if (before === null) return { rows, next, previous: null };
  // The previous page ends at this page's cursor; the previous page's cursor is the row before its first row.
  const earlier = await given.preceding(before, size + 1);
  return { rows, next, previous: earlier.length === 0 ? null : (earlier[size] ?? 'first') };
}

/**
 * Pages rows by time and id, newest first.
 *
 * @param column with the time, which the rows also have as `at`
 * @param query selects the rows, without order or limit
 */
export function readTimePage<Table extends keyof Tables, Row extends { readonly id: string }>(
  { run }: Pick<RecordReader, 'run'>,
  column: 'noticedAt' | 'openedAt' | 'recordedAt',
  { before, size }: Pick<PageAsked<unknown>, 'before' | 'size'>,
  query: (db: Kysely<Tables>) => SelectQueryBuilder<Tables, Table, Row>,
) {
  const time = sql.ref<number>(column);
  const id = sql.ref<string>('id');
  const compare = (operator: '<' | '>=', key: PageKey | null) =>
    sql<boolean>`(${time}, ${id}) ${sql.raw(operator)} (${key?.at}, ${key?.id})`;
  return readKeysetPage({
    before,
    size,
    keyOf: (row: Row & PageKey): PageKey => ({ at: row.at, id: row.id }),
    following: (limit) =>
      run((db) =>
        query(db)
          .select(time.as('at'))
          .$if(before !== null, (rows) => rows.where(compare('<', before)))
          .orderBy(time, 'desc')
          .orderBy(id, 'desc')
          .limit(limit)
          .execute(),
      ),
    preceding: (from, limit) =>
      run((db) =>
        query(db)
          .clearSelect()
          .select([time.as('at'), id.as('id')])
          .where(compare('>=', from))
          .orderBy(time, 'asc')
          .orderBy(id, 'asc')
          .limit(limit)
          .execute(),
      ),
  });
}
