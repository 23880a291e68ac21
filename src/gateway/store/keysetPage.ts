/** Key of a row in the order of a page, the newest first; `TimeCursor` is its form in an address. */
export interface PageKey {
  readonly at: number;
  readonly id: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: PageKey | null;
  /** `first` where the page of newer ones is the first. */
  readonly previous: PageKey | 'first' | null;
}

/**
 * A page of rows by their keys, so that rows that come meanwhile move nothing.
 *
 * @param given.before the page begins behind this key; null for the first
 * @param given.older reads rows behind `before`, the newest first
 * @param given.newer reads keys from this one on, the oldest first
 */
export async function readKeysetPage<Row>(given: {
  readonly before: PageKey | null;
  readonly size: number;
  readonly older: (limit: number) => Promise<readonly Row[]>;
  readonly newer: (from: PageKey, limit: number) => Promise<readonly PageKey[]>;
  readonly keyOf: (row: Row) => PageKey;
}): Promise<Page<Row>> {
  const { before, size, keyOf } = given;
  const found = await given.older(size + 1);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const next = found.length > size && last !== undefined ? keyOf(last) : null;
  if (before === null) return { rows, next, previous: null };
  // The page of newer ones ends with this one's cursor, so the row before its rows is its own cursor.
  const newer = await given.newer(before, size + 1);
  return { rows, next, previous: newer.length === 0 ? null : (newer[size] ?? 'first') };
}
