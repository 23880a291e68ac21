import { useEffect, useRef, useState } from 'react';

import { saveFile, type SavedFile } from '../saveFile.ts';

/** More rows than anybody reads; a narrower filter gets the others. */
const maxRows = 20_000;

/** How far the reading is. */
interface Progress {
  readonly rows: number;
  readonly pages: number;
  /** Rows that could not be read. */
  readonly unreadable: number;
}

/** What is said of a failure. */
interface Wording {
  readonly title: string;
  readonly serviceMessage?: string | undefined;
  readonly advice: string;
  readonly requestId: string;
}

export type PagedExportState =
  | { readonly step: 'idle' }
  | (Progress & { readonly step: 'running' })
  /** Cancelled, or failed; it can go on where it stopped. */
  | (Progress & { readonly step: 'stopped'; readonly failure: Wording | undefined })
  | (Progress & { readonly step: 'saved'; readonly file: SavedFile; readonly isCut: boolean });

/** A page of what is exported. */
interface ReadPage {
  readonly unreadable: number;
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** Where the rows of an export come from, and the file that they go into. */
interface ExportSource<Page extends ReadPage, Row> {
  /**
   * Reads a page, with its retries.
   *
   * @param cursor empty for the first page
   */
  readonly read: (cursor: string, signal: AbortSignal) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly file: { readonly add: (rows: readonly Row[]) => void; readonly blob: () => Blob };
  readonly name: (isComplete: boolean) => string;
}

interface Job {
  /** Reads a page and writes its rows. */
  readonly add: (
    cursor: string,
    signal: AbortSignal,
  ) => Promise<ReadPage & { readonly rows: number }>;
  readonly save: (isComplete: boolean) => SavedFile;
  progress: Progress;
  /** Of the next page; empty for the first, null after the last. */
  cursor: string | null;
}

/**
 * Exports all pages of a record to a file. It stops when the component unmounts.
 *
 * @param failureOf the words for an error; undefined for a bug
 */
export function usePagedExport(failureOf: (error: unknown) => Wording | undefined) {
  const [state, setState] = useState<PagedExportState>({ step: 'idle' });
  const job = useRef<Job>(undefined);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  /** Reads pages until the last one, or until there are enough. */
  async function readOn(current: Job, signal: AbortSignal): Promise<void> {
    const { cursor } = current;
    if (cursor === null || current.progress.rows >= maxRows) return;
    const page = await current.add(cursor, signal);
    current.cursor = page.next;
    const { rows, pages, unreadable } = current.progress;
    current.progress = {
      rows: rows + page.rows,
      pages: pages + 1,
      unreadable: unreadable + page.unreadable,
    };
    setState({ step: 'running', ...current.progress });
    await readOn(current, signal);
  }

  async function perform(current: Job): Promise<void> {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setState({ step: 'running', ...current.progress });
    try {
      await readOn(current, signal);
    } catch (error) {
      const failure = signal.aborted ? undefined : failureOf(error);
      if (!signal.aborted && !failure) throw error;
      setState({ step: 'stopped', ...current.progress, failure });
      return;
    }
    const isCut = current.cursor !== null;
    const file = current.save(!isCut && current.progress.unreadable === 0);
    setState({ step: 'saved', ...current.progress, file, isCut });
  }

  function run(current: Job) {
    job.current = current;
    perform(current).catch((error: unknown) =>
      // A bug, for the error boundary of the page.
      setState(() => {
        throw error;
      }),
    );
  }

  return {
    state,
    start<Page extends ReadPage, Row>({ read, rowsOf, file, name }: ExportSource<Page, Row>) {
      if (state.step === 'running') return;
      if (state.step === 'saved') state.file.forget();
      run({
        async add(cursor, signal) {
          const page = await read(cursor, signal);
          const rows = rowsOf(page);
          file.add(rows);
          return { rows: rows.length, unreadable: page.unreadable, next: page.next };
        },
        save: (isComplete) => saveFile(file.blob(), name(isComplete)),
        progress: { rows: 0, pages: 0, unreadable: 0 },
        cursor: '',
      });
    },
    cancel: () => abort.current.abort(),
    goOn() {
      if (state.step === 'stopped' && job.current) run(job.current);
    },
    close() {
      if (state.step === 'saved') state.file.forget();
      setState({ step: 'idle' });
    },
  };
}
