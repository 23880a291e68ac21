import type { RecordsAccess } from '#api/client.ts';
import type { ListServices } from '#api/jobs/pacedCalls.ts';
import { createThingsScan, type ScanReport } from '#api/scan/scan.ts';

import type { ThingsFilter } from '../list/filters/thingsFilter.ts';
import type { ExportColumn } from './exportColumns.ts';
import { exportFileName, factRows, type ExportFacts, type ExportFormat } from './exportFacts.ts';
import { withNames } from './nameColumns.ts';
import { createTableFile } from './tableFile.ts';

/** Maximum rows in a workbook. Excel is slow with more, and other programs can read the CSV file. */
export const maxWorkbookRows = 50_000;

/** The user's choices. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  /** The choice of columns in words. */
  readonly columnsName: string;
}

export type ExportRun = Awaited<ReturnType<typeof createExportRun>>;

/**
 * One export: its scan writes each row to the file as it arrives.
 *
 * @param services.records used to look up the names of codes; undefined with static hosting
 */
export async function createExportRun(
  services: ListServices & { readonly records?: RecordsAccess | undefined },
  filters: ThingsFilter,
  choice: ExportChoice,
) {
  const { clock, records } = services;
  const { format } = choice;
  const { columns, learn } = withNames(choice.columns, records);
  const file = await createTableFile(
    format,
    'Things',
    columns.map(({ head }) => head),
  );
  const scan = createThingsScan(
    services,
    { filters: filters.filters, tags: filters.tags, state: filters.state },
    {
      async onBatch(things) {
        await learn(things);
        await file.add(things.map((thing) => columns.map(({ text }) => text(thing))));
      },
      ...(format === 'xlsx' && { maxRows: maxWorkbookRows }),
    },
  );
  const startedAt = clock.now();
  return {
    choice,
    scan,
    /** Closes the file; nothing can be read afterwards. */
    async finish(report: ScanReport) {
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
