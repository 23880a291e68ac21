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
} from './workbookParts.ts';
import { createZipFile } from './zipFile.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Rows = readonly (readonly string[])[];

/**
 * Writes an Excel workbook (ECMA-376, transitional) with two sheets of text cells. It is compressed while being
 * written, so that 50,000 rows neither fill up memory nor block the page. Text cells keep all digits of an identifier
 * (numbers keep 15), and are never evaluated as formulas.
 *
 * @param name of the first sheet, at most 31 characters
 */
export async function createWorkbookWriter(name: string, heads: readonly string[]) {
  const zip = createZipFile(mediaType);

  async function file(path: string, text: string) {
    const entry = zip.open(path);
    await entry.write(text);
    await entry.close();
  }

  async function openSheet(number: number, first: readonly string[]) {
    const sheet = zip.open(`xl/worksheets/sheet${number}.xml`);
    await sheet.write(sheetStart(first.length) + cellRow(first, 1, 'head'));
    return sheet;
  }

  await file('[Content_Types].xml', contentTypes);
  const things = await openSheet(1, heads);
  let rowNumber = 1;
  let cutCells = 0;

  return {
    /** Adds rows to the first sheet. Resolves when the writer can take more. */
    async add(rows: Rows) {
      for (const row of rows) cutCells += row.filter((text) => text.length > longestCell).length;
      await things.write(rows.map((row) => cellRow(row, ++rowNumber)).join(''));
    },
    /** Number of cells truncated to 32,767 characters, Excel's limit. */
    cutCells: () => cutCells,
    /** Closes the first sheet, adds a second one, and returns the file. Nothing can be added afterwards. */
    async finish(second: { readonly name: string; readonly rows: Rows }) {
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
      return zip.finish();
    },
  };
}
