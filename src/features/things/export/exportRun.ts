import { createThingsScan, type ScanProgress, type ScanReport } from '#api/scan/scan.ts';
import type { ThingRecord } from '#api/things.ts';
import { createBlobParts } from '#lib/blobParts.ts';
import { csvLine } from '#lib/csv.ts';

import type { ThingsFilter } from '../filters/thingsFilter.ts';
import type { ExportColumn } from './exportColumns.ts';
import { exportFileName, factRows, type ExportFacts, type ExportFormat } from './exportFacts.ts';

/** Maximum rows of a workbook. Excel is slow with more, and other programs can read the CSV file. */
export const maxWorkbookRows = 50_000;

/** What the user chose. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  /** The choice of columns in words. */
  readonly columnsName: string;
}

/** One export: its scan writes each row into the file as it arrives. */
export interface ExportRun {
  readonly choice: ExportChoice;
  /** Continues reading to the end of the list, or until the signal aborts. */
  read(signal: AbortSignal): Promise<ScanReport>;
  /** Closes the file; nothing can be read afterwards. */
  finish(report: ScanReport): Promise<{
    readonly blob: Blob;
    readonly name: string;
    readonly facts: ExportFacts;
  }>;
}

export async function createExportRun(
  services: Parameters<typeof createThingsScan>[0],
  filters: ThingsFilter,
  choice: ExportChoice,
  onProgress: (progress: ScanProgress) => void,
): Promise<ExportRun> {
  const { clock } = services;
  const file = await createExportFile(choice);
  const scan = createThingsScan(
    services,
    { filters: filters.filters, tags: filters.tags, state: filters.state },
    {
      onBatch: file.add,
      onProgress,
      ...(choice.format === 'xlsx' && { maxRows: maxWorkbookRows }),
    },
  );
  const startedAt = clock.now();
  return {
    choice,
    read: scan.run,
    async finish(report) {
      const facts: ExportFacts = {
        filters,
        report,
        cutCells: file.cutCells(),
        startedAt,
        endedAt: clock.now(),
        columns: choice.columnsName,
      };
      const blob = await file.finish(factRows(facts));
      return { blob, name: exportFileName(facts, choice.format), facts };
    },
  };
}

/** A file that grows with the rows. */
interface ExportFile {
  add(things: readonly ThingRecord[]): Promise<void>;
  /** Number of cells that had to be truncated. */
  cutCells(): number;
  /** @param facts rows of the sheet about the export; CSV files have none */
  finish(facts: readonly (readonly string[])[]): Promise<Blob>;
}

async function createExportFile({ format, columns }: ExportChoice): Promise<ExportFile> {
  const heads = columns.map(({ head }) => head);
  const cells = (thing: ThingRecord) => columns.map(({ text }) => text(thing));
  return format === 'csv' ? csvFile(heads, cells) : workbookFile(heads, cells);
}

type Cells = (thing: ThingRecord) => readonly string[];

/** The first line has the column names. There is no byte order mark (decision 010). */
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

async function workbookFile(heads: readonly string[], cells: Cells): Promise<ExportFile> {
  const { createWorkbookWriter } = await import('./workbook.ts');
  const writer = await createWorkbookWriter('Things', heads);
  return {
    add: (things) => writer.add(things.map(cells)),
    cutCells: writer.cutCells,
    finish: (rows) => writer.finish({ name: 'About this file', rows }),
  };
}
