import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';

import { systemClock } from '#lib/clock.ts';
import { createCsvFile, type FileColumn, recordFileName } from '#lib/csvFile.ts';

import { recordPages } from './recordPages.ts';
import { type Paged, withValidCursor } from './records.ts';
import { usePagedExport } from './usePagedExport.ts';
import { useRead } from './useRead.ts';

/** A page of records, as far as it could be read. */
interface RecordPage {
  readonly unreadable: number;
  readonly next: string | null;
  /** A gateway of the previous version does not send it for some records. */
  readonly previous?: string | null | undefined;
}

type Reader<Query, Page> = (query: Query, signal: AbortSignal) => Promise<Page>;

/**
 * A page of records, or the first one if the cursor is not valid. Reading it costs the service nothing, so it is read
 * whenever it is shown.
 */
export function recordPageQuery<Query extends Paged, Page>(
  root: QueryKey,
  read: Reader<Query, Page>,
  query: Query,
) {
  return queryOptions({
    queryKey: [...root, query],
    queryFn: ({ signal }) => withValidCursor(query, (asked) => read(asked, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

interface RecordSource<Query, Page, Row> {
  readonly root: QueryKey;
  readonly read: Reader<Query, Page>;
  readonly query: Query;
  /** False while something else is to be read first. */
  readonly isEnabled?: boolean;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** The plural of a row, such as "changes". */
  readonly many: string;
  /** Completes "Could not …". */
  readonly doing: string;
  /** The file of all pages: the start of its name, the filters that its name has, and its columns. */
  readonly file: {
    readonly name: string;
    readonly filters: Readonly<Record<string, string | undefined>>;
    readonly columns: readonly FileColumn<Row>[];
  };
}

/** A filtered list of records: the page on screen, which is the one before while the next loads, and its export. */
export function useRecordList<Query extends Paged, Page extends RecordPage, Row>(
  source: RecordSource<Query, Page, Row>,
) {
  const { root, read, isEnabled = true, rowsOf, many, doing } = source;
  const options = { ...recordPageQuery(root, read, source.query), enabled: isEnabled };
  const { query, notice, refresh } = useRead(options, doing);
  const { data, isPlaceholderData, isFetching, dataUpdatedAt: readAt } = query;
  // A failed read has no data, not even that of the page before, which stays on screen.
  const [held, setHeld] = useState(data);
  if (data !== undefined && data !== held) setHeld(data);
  const shown = data ?? held;
  const asked = isPlaceholderData ? undefined : data;
  const isStale = shown !== undefined && asked === undefined;
  const staleWords = isFetching ? `Loading other ${many}…` : 'Showing the previous page.';
  const file = usePagedExport(many);
  const readPage = recordPages(read, source.query);
  return {
    shown,
    rows: shown ? rowsOf(shown) : [],
    isStale,
    /** What is said instead of the words for the rows while they are others than those asked for. */
    stale: isStale ? staleWords : undefined,
    isFetching,
    isCursorInvalid: asked?.isCursorInvalid === true,
    readAt,
    notice: isEnabled ? notice : undefined,
    refresh,
    readPage,
    file,
    exportAll() {
      const { name, filters, columns } = source.file;
      file.start({
        read: readPage,
        rowsOf,
        file: createCsvFile(columns),
        name: (isComplete) => recordFileName(name, filters, systemClock.now(), isComplete),
      });
    },
  };
}
