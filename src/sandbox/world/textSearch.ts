/** How a text filter matches, which the API document does not show (4.5). */
export type Match = 'part' | 'prefix' | 'exact';

export type TextSearch = ReturnType<typeof createTextSearch>;

const separator = '\u0000';
/** Up to this many changed rows are compared individually; beyond that, all rows are joined again. */
const maxChanged = 1000;

/**
 * Searches one property of all records.
 *
 * All rows are joined into one string on the first search; searching it is two to five times as fast as searching
 * 200,000 strings.
 */
export function createTextSearch<Item>(records: readonly Item[], textOf: (record: Item) => string) {
  let joined: ReturnType<typeof join> | undefined;
  const changed = new Set<number>();
  return {
    /** Calls `found` for each row whose text matches. Case does not matter. */
    find(value: string, match: Match, found: (row: number) => void) {
      joined ??= join(records.map(textOf));
      const { text, startOf, rows } = joined;
      if (value.includes(separator)) return;
      const before = match === 'part' ? '' : separator;
      const needle = before + value.toLowerCase() + (match === 'exact' ? separator : '');
      let hit = text.indexOf(needle);
      for (let row = 0; row < rows && hit >= 0; row++) {
        while (startOf(row + 1) <= hit + before.length) row++;
        if (!changed.has(row)) found(row);
        // Ignore a second hit in the same row.
        hit = text.indexOf(needle, startOf(row + 1) - before.length);
      }
      for (const row of changed) {
        const record = records[row];
        if (record !== undefined && matchesText(textOf(record), value, match)) found(row);
      }
    },
    /** Reports a row whose text changed, or a new row. */
    changed(row: number) {
      if (!joined) return;
      changed.add(row);
      if (changed.size <= maxChanged) return;
      joined = undefined;
      changed.clear();
    },
  };
}

/** The text of all rows in lower case with separators around each, and where each row's text starts. */
function join(texts: readonly string[]) {
  const lower = texts.map((text) => text.toLowerCase());
  const starts = new Uint32Array(lower.length + 1);
  let start = separator.length;
  for (const [row, text] of lower.entries()) {
    starts[row] = start;
    start += text.length + separator.length;
  }
  starts[lower.length] = start;
  const text = `${separator}${lower.join(separator)}${separator}`;
  return { text, rows: lower.length, startOf: (row: number) => starts[row] ?? start };
}

/** Whether one string matches, as in a search. */
export function matchesText(text: string, value: string, match: Match): boolean {
  const lower = text.toLowerCase();
  const wanted = value.toLowerCase();
  if (match === 'exact') return lower === wanted;
  return match === 'prefix' ? lower.startsWith(wanted) : lower.includes(wanted);
}
