import { plainText } from '#identifiers/noise.ts';

import { headingIn, splitAt } from './lineCells.ts';
import { readCell } from './readCell.ts';
import { createSlices, mapInSlices, type Slices, type SliceServices } from './slices.ts';

/** A file of identifiers: plain lines, or a table from which one column is read. */
export interface ListFile {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Empty if the file is not a table. */
  readonly columns: readonly ListColumn[];
  /** The column that most likely contains the identifiers. */
  readonly best: number;
}

export interface ListColumn {
  /** From 0. */
  readonly index: number;
  /** Its heading, or else its spreadsheet letter. */
  readonly label: string;
  readonly filled: number;
}

/** A file that cannot be read, with a message that gives the reason and a remedy. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';
}

/** Even a list of five thousand lines is far smaller. */
const maxBytes = 10_000_000;

/** Reads a text file or the first sheet of a workbook, in slices. Nothing leaves the browser. */
export async function readListFile(file: File, services: SliceServices): Promise<ListFile> {
  if (file.size > maxBytes) {
    throw new ListFileError(
      `${file.name} is larger than 10 MB. Save only the identifiers, as CSV.`,
    );
  }
  const bytes = await bytesOf(file);
  const slices = createSlices(services);
  if (isZip(bytes)) {
    return tableOf(file.name, await sheetOf(file.name, bytes, slices), slices);
  }
  const text = decodeText(bytes);
  if (text.includes('\0') || bytes[0] === 0xd0 || otherFormat.test(text)) {
    throw new ListFileError(
      `${file.name} is not a text file or an XLSX workbook. Save it as XLSX or CSV and choose it again.`,
    );
  }
  return tableOf(file.name, await splitRows(text, slices), slices);
}

async function sheetOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  slices: Slices,
): Promise<readonly (readonly string[])[]> {
  const { readSheet, DamagedWorkbookError } = await import('./sheet.ts');
  try {
    const rows = await readSheet(bytes, slices);
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

/** Documents whose bytes look like text: PDF, RTF, and HTML saved as a spreadsheet. */
const otherFormat = /^\s*(?:%PDF-|\{\\rtf|<(?:!doctype|html|table|\?xml))/i;

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ListFileError(
      `The browser could not read ${file.name}. It may have been moved, or it may be open in another program. Choose it again.`,
    );
  }
}

/** The list's text, from one column or all of them. Line n is row n of the file. */
export async function fileText(
  { rows, columns }: ListFile,
  column: number | 'all',
  services: SliceServices,
): Promise<string> {
  const lines = await mapInSlices(rows, createSlices(services), (row, index) => {
    if (columns.length === 0) return row[0] ?? '';
    if (column === 'all') return row.map(oneLine).join('\t').trimEnd();
    const cell = oneLine(row[column] ?? '');
    // Otherwise a heading that names no identifier would be read as a name.
    return index === 0 && isHeading(cell, columns[column]) ? '' : cell;
  });
  const text = lines.join('\n');
  return columns.length === 0 || column === 'all' ? text : text.trimEnd();
}

function isHeading(cell: string, column: ListColumn | undefined): boolean {
  return cell === column?.label && headingIn(cell) === undefined;
}

/** Removes a cell's quotes, which belong to the file format, and line breaks, which would start new lines. */
function oneLine(cell: string): string {
  const text = cell.trim().replaceAll(/[\r\n\t]+/g, ' ');
  return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** UTF-8 or UTF-16, with or without a byte order mark; otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Digits and Latin letters in UTF-16 have a zero in every other byte. */
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

const lineEnd = /\r\n|[\n\r]/g;
const separators = [/\t/, /;/, /,/, /\|/];
/** How many rows are examined to determine the separator and the columns. */
const sampleRows = 200;

/** Longer lines are not table rows, and splitting one would block the page. */
const maxRow = 50_000;

/** Splits text into columns if every line has the same number of them, otherwise into lines. */
async function splitRows(text: string, slices: Slices): Promise<readonly (readonly string[])[]> {
  const lines = await mapInSlices(linesOf(text.replace(/^\u{feff}/u, '')), slices, (line) => line);
  const sample = lines.values().filter(isFilled).take(sampleRows).toArray();
  const separator = sample.some((line) => line.length > maxRow)
    ? undefined
    : await separatorOf(sample, slices);
  return mapInSlices(lines, slices, (line) =>
    separator && line.length <= maxRow ? splitAt(line, separator) : [line],
  );
}

function* linesOf(text: string): Generator<string, void, undefined> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(lineEnd)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

function isFilled(line: string): boolean {
  return line.length > maxRow || plainText(line) !== '';
}

async function separatorOf(sample: readonly string[], slices: Slices): Promise<RegExp | undefined> {
  for (const candidate of separators) {
    // oxlint-disable-next-line no-await-in-loop -- the first match wins
    const [first = 1, ...others] = await mapInSlices(
      sample,
      slices,
      (line) => splitAt(line, candidate).length,
    );
    if (first > 1 && others.length > 0 && others.every((count) => count === first)) {
      return candidate;
    }
  }
  return undefined;
}

async function tableOf(
  name: string,
  rows: readonly (readonly string[])[],
  slices: Slices,
): Promise<ListFile> {
  const width = rows.slice(0, sampleRows).reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2) return { name, rows, columns: [], best: 0 };
  const filled = Array.from({ length: width }, () => 0);
  const points = Array.from({ length: width }, () => 0);
  const [first = []] = rows;
  // Digits are rare in headings. Beside a heading such as "ICCID", there can be an "IMEI 2".
  let hasHeading = !/\d/.test(first.join()) || headingIn(first.join('\t')) !== undefined;
  for (const [index, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      if (column < width && plainText(cell) !== '') filled[column] = (filled[column] ?? 0) + 1;
      const found = index < sampleRows ? worth(cell) : 0;
      points[column] = (points[column] ?? 0) + found;
      if (index === 0 && found > worths.name) hasHeading = false;
      // oxlint-disable-next-line no-await-in-loop -- the slices follow each other
      if (slices.isOver()) await slices.next();
    }
  }
  const columns = filled.map((count, column) => {
    const heading = hasHeading ? oneLine(first[column] ?? '') : '';
    const label = heading || `Column ${letters(column)}`;
    return { index: column, label, filled: count - Number(heading !== '') };
  });
  return { name, rows, columns, best: points.indexOf(points.reduce((a, b) => Math.max(a, b), 0)) };
}

function letters(column: number): string {
  const rest = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? rest : letters(Math.floor(column / 26) - 1) + rest;
}

/** The kinds, ordered by how reliably they identify one SIM. */
const worths = { iccid: 6, imsi: 5, imei: 4, msisdn: 3, digitsLost: 2, name: 1 } as const;

function worth(cell: string): number {
  if (plainText(cell) === '') return 0;
  const parsed = readCell({ text: oneLine(cell), label: undefined });
  if (parsed.kind === 'identifier') return worths[parsed.candidates[0].kind];
  return parsed.problem === 'digitsLost' ? worths.digitsLost : 0;
}
