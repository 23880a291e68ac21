import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

import { expect, type Download } from '@playwright/test';

/** The records of a CSV file (RFC 4180). */
export async function readCsv(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  const records: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') records.push([]);
  }
  return records.slice(0, -1);
}

/** The text of a workbook's cells, sheet by sheet and row by row, without empty cells. */
export async function readXlsx(download: Download): Promise<string[][][]> {
  const files = unzip(await readFile(await download.path()));
  const names = [...files.keys()].filter((name) => name.startsWith('xl/worksheets/'));
  return names
    .toSorted()
    .map((name) =>
      Array.from((files.get(name) ?? '').matchAll(/<row [^>]*>(.*?)<\/row>/gs), ([, row = '']) =>
        Array.from(row.matchAll(/<t [^>]*>([^<]*)<\/t>/g), ([, text = '']) => text),
      ),
    );
}

/** The contents of an archive's files as text, by name. */
export async function readZip(download: Download): Promise<ReadonlyMap<string, string>> {
  return unzip(await readFile(await download.path()));
}

/** An archive's files, found through its directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const packed = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const data = bytes.readUInt32LE(at + 42) + 30 + nameLength;
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, inflateRawSync(bytes.subarray(data, data + packed)).toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}
