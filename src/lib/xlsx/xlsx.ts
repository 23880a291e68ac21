import { createBlobParts } from '../blobParts.ts';
import {
  cellRow,
  contentTypes,
  longestCell,
  rootRelations,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './xlsxParts.ts';
import { createZipWriter, type ZipFile } from './zip.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A table, all of whose cells are text. */
export interface XlsxSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** Writes a workbook row by row. */
export interface XlsxWriter {
  /** Adds rows to the first sheet. Resolves when more may come. */
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** Number of cells so far of which only the first 32,767 characters are there: Excel refuses longer ones. */
  cutCells(): number;
  /** Ends the first sheet, adds a second one, and gives the file. Nothing can be added after it. */
  finish(second: XlsxSheet): Promise<Blob>;
}

/**
 * An Excel workbook (ECMA-376, transitional) with two sheets of text cells, packed while it is written:
 * 50,000 rows neither fill the memory nor hold up the page. Text cells keep all digits of an identifier,
 * where a number keeps 15, and are never run as a formula.
 *
 * @param name the first sheet's; at most 31 characters, as for the second
 */
export async function createXlsxWriter(
  name: string,
  heads: readonly string[],
): Promise<XlsxWriter> {
  const parts = createBlobParts(mediaType);
  const zip = createZipWriter(parts);

  async function file(path: string, text: string) {
    const entry = zip.open(path);
    await entry.write(text);
    await entry.close();
  }

  async function openSheet(number: number, first: readonly string[]): Promise<ZipFile> {
    const sheet = zip.open(`xl/worksheets/sheet${number}.xml`);
    await sheet.write(sheetStart(first.length) + cellRow(first, 1, 'head'));
    return sheet;
  }

  await file('[Content_Types].xml', contentTypes);
  const things = await openSheet(1, heads);
  let rowNumber = 1;
  let cutCells = 0;

  return {
    async add(rows) {
      for (const row of rows) cutCells += row.filter((text) => text.length > longestCell).length;
      await things.write(rows.map((row) => cellRow(row, ++rowNumber)).join(''));
    },
    cutCells: () => cutCells,
    async finish(second) {
      await things.write(sheetEnd);
      await things.close();
      const [first = [], ...rest] = second.rows;
      const facts = await openSheet(2, first);
      await facts.write(rest.map((row, index) => cellRow(row, index + 2)).join('') + sheetEnd);
      await facts.close();
      await file('xl/workbook.xml', workbook([name, second.name]));
      await file('xl/_rels/workbook.xml.rels', workbookRelations);
      await file('xl/styles.xml', styles);
      await file('_rels/.rels', rootRelations);
      zip.end();
      return parts.blob();
    },
  };
}
