import { readFile } from 'node:fs/promises';

import { expect, type Download } from '@playwright/test';

import { unzip } from '../src/testing/fixtures/unzip.ts';

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
