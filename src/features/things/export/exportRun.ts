import { createThingsScan, type ScanProgress, type ScanReport } from '#api/scan/scan.ts';

import type { ThingsFilter } from '../list/filters/thingsFilter.ts';
import type { ExportColumn } from './exportColumns.ts';
import { exportFileName, factRows, type ExportFacts, type ExportFormat } from './exportFacts.ts';
import { createTableFile } from './tableFile.ts';

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
  const { format, columns } = choice;
  const file = await createTableFile(
    format,
    'Things',
    columns.map(({ head }) => head),
  );
  const scan = createThingsScan(
    services,
    { filters: filters.filters, tags: filters.tags, state: filters.state },
    {
      onBatch: (things) => file.add(things.map((thing) => columns.map(({ text }) => text(thing)))),
      onProgress,
      ...(format === 'xlsx' && { maxRows: maxWorkbookRows }),
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
      return { blob, name: exportFileName(facts, format), facts };
    },
  };
}
