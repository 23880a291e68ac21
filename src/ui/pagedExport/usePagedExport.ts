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

/** Where the rows of an export come from, and the file that they go into. */
export interface ExportSource {
  /**
   * Reads a page, with its retries, and writes its rows.
   *
   * @param cursor empty for the first page
   */
  add(
    cursor: string,
    signal: AbortSignal,
  ): Promise<{
    readonly rows: number;
    readonly unreadable: number;
    /** Cursor of the next page; null at the end. */
    readonly next: string | null;
  }>;
  finish(isComplete: boolean): { readonly blob: Blob; readonly name: string };
}

interface Job {
  readonly source: ExportSource;
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
    const page = await current.source.add(cursor, signal);
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
    const { blob, name } = current.source.finish(!isCut && current.progress.unreadable === 0);
    setState({ step: 'saved', ...current.progress, file: saveFile(blob, name), isCut });
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
    start(source: ExportSource) {
      if (state.step === 'running') return;
      if (state.step === 'saved') state.file.forget();
      run({ source, progress: { rows: 0, pages: 0, unreadable: 0 }, cursor: '' });
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
