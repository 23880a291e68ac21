import type { ThingRecord } from '#api/things.ts';
import { createBlobParts } from '#lib/blobParts.ts';
import { csvLine } from '#lib/csv.ts';

import type { ExportColumn } from './exportColumns.ts';
import { exportMessages } from './exportMessages.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** Most rows of a workbook: above that Excel is slow, and another program reads a CSV file. */
export const mostXlsxRows = 50_000;

/** A file that grows with the rows. */
export interface ExportFile {
  add(things: readonly ThingRecord[]): Promise<void>;
  /** Number of cells that the format could not hold whole. */
  cutCells(): number;
  /** @param facts rows of the sheet that tells about the file, where the format has one */
  finish(facts: readonly (readonly string[])[]): Promise<Blob>;
}

export async function createExportFile(
  format: ExportFormat,
  columns: readonly ExportColumn[],
): Promise<ExportFile> {
  const heads = columns.map(({ head }) => head);
  const cells = (thing: ThingRecord) => columns.map(({ text }) => text(thing));
  return format === 'csv' ? csvFile(heads, cells) : xlsxFile(heads, cells);
}

type Cells = (thing: ThingRecord) => readonly string[];

/** Begins with the column names, without a byte order mark: docs/decisions/010 has the reasons. */
function csvFile(heads: readonly string[], cells: Cells): ExportFile {
  const parts = createBlobParts('text/csv;charset=utf-8');
  parts.add(csvLine(heads));
  return {
    async add(things) {
      parts.add(things.map((thing) => csvLine(cells(thing))).join(''));
    },
    cutCells: () => 0,
    finish: async () => parts.blob(),
  };
}

async function xlsxFile(heads: readonly string[], cells: Cells): Promise<ExportFile> {
  const { createWorkbookWriter } = await import('./workbook.ts');
  const writer = await createWorkbookWriter(exportMessages.sheet, heads);
  return {
    add: (things) => writer.add(things.map(cells)),
    cutCells: writer.cutCells,
    finish: (rows) => writer.finish({ name: exportMessages.factsSheet, rows }),
  };
}
