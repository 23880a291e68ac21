import { sql } from 'kysely';

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

/** Whether a row comes before or from this key on, in the order of the column and the id. */
export function compareKey(
  column: 'noticedAt' | 'openedAt' | 'recordedAt',
  operator: '<' | '>=',
  key: PageKey | null,
) {
  const { at, id } = key ?? { at: 0, id: '' };
  return sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(operator)} (${at}, ${id})`;
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
