import { createBlobParts } from './blobParts.ts';
import { csvLine } from './csv.ts';
import type { SavedFile } from './saveFile.ts';

/** A column of a file; an unknown value is an empty cell. */
export interface FileColumn<Row> {
  readonly head: string;
  readonly text: (row: Row) => string | number | null | undefined;
}

/** The progress of an export of all pages of a list. */
export interface ExportProgress {
  readonly rows: number;
  readonly pages: number;
  /** Rows that could not be read. */
  readonly unreadable: number;
  /** What the file contains. */
  readonly facts?: string | undefined;
}

export interface Exported extends ExportProgress {
  readonly file: SavedFile;
  /** Whether there are more rows than were read. */
  readonly isCut: boolean;
}

/** A CSV file that grows row by row (decision 010). */
export function createCsvFile<Row>(columns: readonly FileColumn<Row>[]) {
  const parts = createBlobParts('text/csv;charset=utf-8');
  parts.add(csvLine(columns.map(({ head }) => head)));
  const line = (row: Row) => csvLine(columns.map(({ text }) => String(text(row) ?? '')));
  return { add: (rows: readonly Row[]) => parts.add(rows.map(line).join('')), blob: parts.blob };
}

/** A time in a file name, for example `2026-11-21T0830Z`. */
export function fileTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace(':', '')}Z`;
}

const maxFilterLength = 80;

/**
 * The file name of exported records, for example `changes_who-anna_2026-11-21T0830Z_complete.csv`.
 *
 * @param filters the applied filters; an empty value means "none"
 */
export function recordFileName(
  list: string,
  filters: readonly (readonly [name: string, value: string | undefined])[],
  now: number,
  isComplete: boolean,
  format = 'csv',
): string {
  const words = filters
    .flatMap(([name, text]) => (text === undefined ? [] : [`${name}-${text || 'none'}`]))
    .join('_')
    // Only letters and digits, in any script, which are safe in file systems and shells.
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
  const shortened = Array.from(words || 'all')
    .slice(0, maxFilterLength)
    .join('');
  return `${list}_${shortened}_${fileTime(now)}_${isComplete ? 'complete' : 'partial'}.${format}`;
}
