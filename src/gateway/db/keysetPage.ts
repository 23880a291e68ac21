/** Key of a row in the order of a page, the newest first; `TimeCursor` is its form in an address. */
export interface PageKey {
  readonly at: number;
  readonly id: string;
}

export interface Page<Row, Key = PageKey> {
  readonly rows: readonly Row[];
  readonly next: Key | null;
  /** `first` where the page before is the first. */
  readonly previous: Key | 'first' | null;
}

/**
 * A page of rows by their keys, so that rows that come meanwhile move nothing.
 *
 * @param given.before the page begins behind this key; null for the first
 * @param given.following reads rows behind `before`, in their order
 * @param given.preceding reads keys from this one back, in the opposite order
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
  // The page before ends with this one's cursor, so the row before its rows is its own cursor.
  const earlier = await given.preceding(before, size + 1);
  return { rows, next, previous: earlier.length === 0 ? null : (earlier[size] ?? 'first') };
}
