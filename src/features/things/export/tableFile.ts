import { createCsvFile } from '#lib/csvFile.ts';

import type { ExportFormat } from './exportFacts.ts';

/** A file of text cells that grows row by row. */
export interface TableFile {
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** Number of cells that had to be truncated. */
  cutCells(): number;
  /**
   * @param second rows of the second sheet; CSV files have no second sheet
   * @param name of the second sheet, by default "About this file"
   */
  finish(second: readonly (readonly string[])[], name?: string): Promise<Blob>;
}

/** @param sheet name of the sheet, in a workbook */
export async function createTableFile(
  format: ExportFormat,
  sheet: string,
  heads: readonly string[],
): Promise<TableFile> {
  return format === 'csv' ? csvFile(heads) : workbookFile(sheet, heads);
}

/** The first line holds the column names. There is no byte order mark (decision 010). */
function csvFile(heads: readonly string[]): TableFile {
  const file = createCsvFile(
    heads.map((head, column) => ({ head, text: (row: readonly string[]) => row[column] })),
  );
  return {
    add: async (rows) => file.add(rows),
    cutCells: () => 0,
    finish: async () => file.blob(),
  };
}

async function workbookFile(sheet: string, heads: readonly string[]): Promise<TableFile> {
  const { createWorkbookWriter } = await import('./workbook.ts');
  const writer = await createWorkbookWriter(sheet, heads);
  return {
    add: writer.add,
    cutCells: writer.cutCells,
    finish: (rows, name = 'About this file') => writer.finish({ name, rows }),
  };
}
