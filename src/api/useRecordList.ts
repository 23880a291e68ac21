import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';

import { systemClock } from '#lib/clock.ts';
import {
  createCsvFile,
  type Exported,
  type ExportProgress,
  type FileColumn,
  recordFileName,
} from '#lib/csvFile.ts';
import { saveFile } from '#lib/saveFile.ts';

import type { MayWait } from './jobs/job.ts';
import { useJob } from './jobs/useJob.ts';
import { pageByPage, type ReadPage, recordPages } from './recordPages.ts';
import { type Reader, recordPageQuery } from './recordQueries.ts';
import type { Paged } from './records.ts';
import { useIsSignedOut } from './session/SessionProvider.tsx';
import { useRead } from './useRead.ts';

/** What could be read of a page of records. */
interface RecordPage {
  readonly unreadable: number;
  readonly next: string | null;
  readonly previous: string | null;
}

interface RecordSource<Query, Page, Row> extends ExportSource<Page, Row> {
  readonly root: QueryKey;
  readonly read: Reader<Query, Page>;
  readonly query: Query;
  /** False while something else has to be read first. */
  readonly isEnabled?: boolean;
  /** Completes "Could not …". */
  readonly doing: string;
}

interface ExportSource<Page, Row> {
  readonly rowsOf: (page: Page) => readonly Row[];
  /** The plural noun for the rows, such as "changes". */
  readonly many: string;
  /** The export of all pages: the start of the file name, the filters in that name, and the columns. */
  readonly file: {
    readonly name: string;
    readonly filters: Readonly<Record<string, string | undefined>>;
    readonly columns: readonly FileColumn<Row>[];
    /** What the file contains, shown when it has been saved. */
    readonly facts?: (page: Page) => string;
  };
}

/** A filtered list of records: the page on screen, which stays while the next page loads, and its export. */
export function useRecordList<Query extends Paged, Page extends RecordPage, Row>(
  source: RecordSource<Query, Page, Row>,
) {
  const { root, read, isEnabled = true, rowsOf, many, doing } = source;
  const options = { ...recordPageQuery(root, read, source.query), enabled: isEnabled };
  const { query, notice, refresh } = useRead(options, doing);
  const { data, isPlaceholderData, isFetching, dataUpdatedAt } = query;
  const asked = isPlaceholderData ? undefined : data;
  // While the next page loads it has no time yet, and once it has failed no data. The previous page stays, with its age.
  const [held, setHeld] = useState({ data, readAt: dataUpdatedAt });
  if (asked && dataUpdatedAt !== held.readAt) setHeld({ data, readAt: dataUpdatedAt });
  const shown = data ?? held.data;
  const isStale = shown !== undefined && asked === undefined;
  const staleWords = isFetching ? `Loading other ${many}…` : 'Showing the previous page.';
  const readPage = recordPages(read, source.query);
  return {
    shown,
    rows: shown ? rowsOf(shown) : [],
    isStale,
    /** Shown instead of the rows' description while the page on screen is not the requested one. */
    stale: isStale ? staleWords : undefined,
    isFetching,
    isCursorInvalid: asked?.isCursorInvalid === true,
    readAt: held.readAt,
    notice: isEnabled ? notice : undefined,
    refresh,
    readPage,
    ...useExport(source, readPage),
  };
}

/** More rows than anyone would read; with a narrower filter, users can export the rest. */
const maxRows = 20_000;

/** Exports all pages of a list to a file. */
function useExport<Page extends RecordPage, Row>(
  { many, rowsOf, file: { name, filters, columns, facts } }: ExportSource<Page, Row>,
  readPage: ReadPage<Page>,
) {
  const job = useJob<ExportProgress & MayWait, Exported>(`export the next ${many}`);
  const isOver = useIsSignedOut();
  const { state } = job;

  function forget() {
    if (state.step === 'done') state.result.file.forget();
  }

  function exportAll() {
    const begin: ExportProgress = { rows: 0, pages: 0, unreadable: 0 };
    let progress = begin;
    const readOn = pageByPage(readPage);
    const file = createCsvFile(columns);
    forget();
    job.start({
      begin,
      async run(signal, show) {
        const isAll = await readOn(signal, (page) => {
          const rows = rowsOf(page);
          file.add(rows);
          progress = {
            rows: progress.rows + rows.length,
            pages: progress.pages + 1,
            unreadable: progress.unreadable + page.unreadable,
            facts: facts?.(page),
          };
          show(progress);
          return progress.rows < maxRows;
        });
        const isComplete = isAll && progress.unreadable === 0;
        const words = Object.entries(filters);
        const fileName = recordFileName(name, words, systemClock.now(), isComplete);
        return { ...progress, file: saveFile(file.blob(), fileName), isCut: !isAll };
      },
    });
  }

  function close() {
    forget();
    job.close();
  }

  return { exportAll, file: { ...job, close, isOver } };
}
