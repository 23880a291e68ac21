import { Unzip, UnzipInflate } from 'fflate';

import { mapInSlices, type Slices } from './slices.ts';

/** A workbook that is damaged, protected, or too large once unpacked. */
export class DamagedWorkbookError extends Error {
  override readonly name = 'DamagedWorkbookError';
}

/** A small file may unpack to any size. */
const maxUnpacked = 80_000_000;
/** How much is unpacked in one step; a sheet unpacks to ten or twenty times its packed size. */
const chunkBytes = 32_000;

/**
 * Reads the first sheet of a workbook (ECMA-376, part 1, 18.3) as text, exactly as stored in the file. No number is
 * converted: a cell with 19 digits keeps them all, and a rounded number stays as stored, so that the list reader can
 * detect it (decision 022).
 *
 * @returns undefined if it contains no sheet
 * @throws {DamagedWorkbookError}
 */
export async function readSheet(
  bytes: Uint8Array<ArrayBuffer>,
  slices: Slices,
): Promise<readonly (readonly string[])[] | undefined> {
  const files = await unpack(bytes, slices);
  const sheet = files.get(firstSheet(files));
  if (sheet === undefined) return undefined;
  const strings = elements(files.get('xl/sharedStrings.xml') ?? '', 'si');
  const shared = await mapInSlices(strings, slices, ({ inner }) => textOf(inner));
  const rows: string[][] = [];
  await mapInSlices(elements(sheet, 'row'), slices, ({ attributes, inner }) => {
    const row = Number(attribute(attributes, 'r') ?? rows.length + 1);
    // The file omits empty rows, but line numbers follow the sheet.
    while (rows.length < row - 1 && rows.length < 1_048_576) rows.push([]);
    rows.push(cellsOf(inner, shared));
  });
  return rows;
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const { attributes, inner } of elements(row, 'c')) {
    const reference = /^[A-Z]{1,3}/.exec(attribute(attributes, 'r') ?? '')?.[0];
    const column = reference === undefined ? cells.length : columnNumber(reference);
    while (cells.length < column) cells.push('');
    cells[column] = cellText(attribute(attributes, 't'), inner, shared);
  }
  return cells;
}

function cellText(type: string | undefined, inner: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textOf(inner);
  if (type === 'b' || type === 'e') return '';
  const value = decode(first(elements(inner, 'v'))?.inner ?? '');
  return type === 's' ? (shared[Number(value)] ?? '') : value;
}

function columnNumber(letters: string): number {
  return (
    Array.from(letters, (letter) => (letter.codePointAt(0) ?? 65) - 64).reduce(
      (sum, digit) => sum * 26 + digit,
      0,
    ) - 1
  );
}

interface XmlElement {
  readonly attributes: string;
  readonly inner: string;
}

/** The elements with this name, which are never nested in each other. */
function* elements(xml: string, name: string): Generator<XmlElement, void, undefined> {
  const pattern = new RegExp(
    `<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`,
    'g',
  );
  for (const [, attributes = '', inner = ''] of xml.matchAll(pattern)) yield { attributes, inner };
}

function first(found: Iterable<XmlElement>): XmlElement | undefined {
  const [element] = found;
  return element;
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** The text of a string item, without its phonetic hints. */
function textOf(xml: string): string {
  const runs = elements(xml.replaceAll(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, ''), 't');
  return Array.from(runs, ({ inner }) => decode(inner)).join('');
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    if (Number.isInteger(code) && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return entities[String(name)] ?? whole;
  });
}

function firstSheet(files: ReadonlyMap<string, string>): string {
  const [sheet] = elements(files.get('xl/workbook.xml') ?? '', 'sheet');
  const id = /(?:^|\s)\w+:id="([^"]*)"/.exec(sheet?.attributes ?? '')?.[1];
  const relation = elements(files.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').find(
    ({ attributes }) => attribute(attributes, 'Id') === id,
  );
  const target = attribute(relation?.attributes ?? '', 'Target') ?? 'worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const wanted =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** Unpacks the parts that are needed, in chunks. */
async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  slices: Slices,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    if (!wanted.test(file.name)) return;
    const decoder = new TextDecoder();
    let text = '';
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > maxUnpacked) throw new Error('too large');
      text += decoder.decode(chunk, { stream: !isLast });
      if (isLast) files.set(file.name, text);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const end = start + chunkBytes;
      unzip.push(bytes.subarray(start, end), end >= bytes.length);
      // oxlint-disable-next-line no-await-in-loop -- the chunks follow each other
      if (slices.isOver()) await slices.next();
    }
  } catch (error) {
    throw new DamagedWorkbookError('', { cause: error });
  }
  return files;
}
