import { plainText } from '#identifiers/noise.ts';

import { headingIn, splitAt } from './lineCells.ts';
import { readCell } from './readCell.ts';

/** A file of identifiers: plain lines, or a table of which one column is read. */
export interface ListFile {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Empty if the file is no table. */
  readonly columns: readonly ListColumn[];
  /** The column that most likely has the identifiers. */
  readonly best: number;
}

export interface ListColumn {
  /** From 0. */
  readonly index: number;
  /** Its heading, else its letter as in a spreadsheet. */
  readonly label: string;
  readonly filled: number;
}

/** A file that cannot be read, with a sentence that says why and what to do. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';
}

/** Five thousand lines are far smaller. */
const maxBytes = 10_000_000;

/** Reads a text file or the first sheet of a workbook. Nothing leaves the browser. */
export async function readListFile(file: File, pause: () => Promise<void>): Promise<ListFile> {
  if (file.size > maxBytes) {
    throw new ListFileError(
      `${file.name} is larger than 10 MB. Save only the identifiers, as CSV.`,
    );
  }
  const bytes = await bytesOf(file);
  if (isZip(bytes)) {
    return tableOf(file.name, await sheetOf(file.name, bytes, pause));
  }
  const text = decodeText(bytes);
  if (text.includes('\0') || bytes[0] === 0xd0 || otherFormat.test(text)) {
    throw new ListFileError(
      `${file.name} is not a text file or an XLSX workbook. Save it as XLSX or CSV and choose it again.`,
    );
  }
  return tableOf(file.name, splitRows(text));
}

async function sheetOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  pause: () => Promise<void>,
): Promise<readonly (readonly string[])[]> {
  const { readSheet, DamagedWorkbookError } = await import('./sheet.ts');
  try {
    const rows = await readSheet(bytes, pause);
    if (rows) return rows;
  } catch (error) {
    if (!(error instanceof DamagedWorkbookError)) throw error;
    throw new ListFileError(
      `${name} could not be unpacked: it is damaged, protected or too large. Save only the identifiers, as CSV.`,
      { cause: error },
    );
  }
  throw new ListFileError(
    `${name} is not an XLSX workbook, or it has no sheet. Save it as XLSX or CSV and choose it again.`,
  );
}

/** Documents that are text by their bytes: PDF, RTF, and pages that are named as sheets. */
const otherFormat = /^\s*(?:%PDF-|\{\\rtf|<(?:!doctype|html|table|\?xml))/i;

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ListFileError(
      `The browser could not read ${file.name}. It may have been moved or be open elsewhere: choose it again.`,
    );
  }
}

/** The text of the list: one column, or all of them. Line n is row n of the file. */
export function fileText({ rows, columns }: ListFile, column: number | 'all'): string {
  if (columns.length === 0) return rows.map(([line = '']) => line).join('\n');
  if (column === 'all') return rows.map((row) => row.map(oneLine).join('\t').trimEnd()).join('\n');
  return rows
    .map((row, index) => {
      const cell = oneLine(row[column] ?? '');
      // A heading that names no identifier would be read as a name.
      return index === 0 && isHeading(cell) ? '' : cell;
    })
    .join('\n')
    .trimEnd();

  function isHeading(cell: string): boolean {
    return cell === columns[column === 'all' ? 0 : column]?.label && headingIn(cell) === undefined;
  }
}

/** Quotes of a cell belong to the file; line breaks in it would be other lines. */
function oneLine(cell: string): string {
  const text = cell.trim().replaceAll(/[\r\n\t]+/g, ' ');
  return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** In UTF-16, every other byte of digits and Latin letters is zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 1_000);
  const zeros = (start: 0 | 1) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === start).length;
  if (zeros(1) > sample.length / 4) return 'utf-16le';
  return zeros(0) > sample.length / 4 ? 'utf-16be' : undefined;
}

const lineEnd = /\r\n|[\n\r]/;
const separators = [/\t/, /;/, /,/, /\|/];
/** Rows that decide about separator and columns. */
const sampleRows = 200;

/** Splits a text into columns if its lines have the same number of them, else into lines. */
function splitRows(text: string): readonly (readonly string[])[] {
  const lines = text.replace(/^\u{feff}/u, '').split(lineEnd);
  const sample = lines.filter((line) => plainText(line) !== '').slice(0, sampleRows);
  const separator = separators.find((candidate) => {
    const [first = 1, ...others] = sample.map((line) => splitAt(line, candidate).length);
    return first > 1 && others.length > 0 && others.every((count) => count === first);
  });
  return separator ? lines.map((line) => splitAt(line, separator)) : lines.map((line) => [line]);
}

function tableOf(name: string, rows: readonly (readonly string[])[]): ListFile {
  const width = Math.max(0, ...rows.slice(0, sampleRows).map((row) => row.length));
  if (width < 2) return { name, rows, columns: [], best: 0 };
  const hasHeading = (rows[0] ?? []).every((cell) => !isIdentifier(cell));
  const columns = Array.from({ length: width }, (_, column) => ({
    index: column,
    label: (hasHeading && oneLine(rows[0]?.[column] ?? '')) || `Column ${letters(column)}`,
    filled: rows.filter((row) => plainText(row[column] ?? '') !== '').length - Number(hasHeading),
  }));
  const points = columns.map((_, column) =>
    rows.slice(0, sampleRows).reduce((sum, row) => sum + worth(row[column] ?? ''), 0),
  );
  return { name, rows, columns, best: points.indexOf(Math.max(...points)) };
}

function letters(column: number): string {
  const rest = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? rest : letters(Math.floor(column / 26) - 1) + rest;
}

function isIdentifier(cell: string): boolean {
  return worth(cell) >= worths.msisdn;
}

/** The kinds by how surely they find one SIM. */
const worths = { iccid: 6, imsi: 5, imei: 4, msisdn: 3, name: 1 } as const;

function worth(cell: string): number {
  if (plainText(cell) === '') return 0;
  const reading = readCell({ text: oneLine(cell), label: undefined });
  return reading.kind === 'identifier' ? worths[reading.candidates[0].kind] : 0;
}
