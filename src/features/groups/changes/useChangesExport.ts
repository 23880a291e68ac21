import { useEffect, useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import { retried } from '#api/retries.ts';
import { systemClock } from '#lib/clock.ts';
import { saveFile, type SavedFile } from '#ui/saveFile.ts';

import { queryOf, type ChangesFilter } from './changesAddress.ts';
import { changesFileName, createChangesFile } from './changesFile.ts';
import type { Records } from './changesQueries.ts';

/** The largest page of the record. */
const pageSize = 200;

/** More rows than anybody reads; a narrower filter gets the others. */
const maxRows = 20_000;

/** How far the reading is. */
interface Progress {
  readonly rows: number;
  readonly pages: number;
  /** Rows that could not be read. */
  readonly unreadable: number;
}

export type ExportState =
  | { readonly step: 'idle' }
  | (Progress & { readonly step: 'running' })
  /** Cancelled, or failed with an error; it can go on where it stopped. */
  | (Progress & { readonly step: 'stopped'; readonly error: ApiError | undefined })
  | (Progress & { readonly step: 'saved'; readonly file: SavedFile; readonly isCut: boolean });

/** What an export has read so far. */
interface Job {
  readonly filter: ChangesFilter;
  readonly file: ReturnType<typeof createChangesFile>;
  progress: Progress;
  /** Of the next page; empty for the first, null after the last. */
  cursor: string | null;
}

/** Exports all changes of a filter to a file. It stops when the component unmounts. */
export function useChangesExport(records: Records) {
  const [state, setState] = useState<ExportState>({ step: 'idle' });
  const job = useRef<Job>(undefined);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  /** Reads pages until the last one, or until there are enough. */
  async function readOn(current: Job, signal: AbortSignal): Promise<void> {
    const { cursor } = current;
    if (cursor === null || current.progress.rows >= maxRows) return;
    const query = { ...queryOf({ ...current.filter, before: cursor }), size: pageSize };
    const page = await retried(async () => records.read(query, signal), {
      clock: systemClock,
      random: Math.random,
      signal,
    });
    current.file.add(page.changes);
    current.cursor = page.next;
    const { rows, pages, unreadable } = current.progress;
    current.progress = {
      rows: rows + page.changes.length,
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
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
      const reason = !signal.aborted && error instanceof ApiError ? error : undefined;
      setState({ step: 'stopped', ...current.progress, error: reason });
      return;
    }
    const isCut = current.cursor !== null;
    const isComplete = !isCut && current.progress.unreadable === 0;
    const name = changesFileName(current.filter, systemClock.now(), isComplete);
    const file = saveFile(current.file.blob(), name);
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
    start(filter: ChangesFilter) {
      if (state.step === 'running') return;
      if (state.step === 'saved') state.file.forget();
      const progress = { rows: 0, pages: 0, unreadable: 0 };
      run({ filter, file: createChangesFile(), progress, cursor: '' });
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
