import { useEffect, useReducer, useRef } from 'react';

import type { ScanProgress, ScanReport } from '#api/scan/scan.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { saveFile, type SavedFile } from '#lib/saveFile.ts';

import type { ThingsFilter } from '../list/filters/thingsFilter.ts';
import type { FileContent } from './exportFacts.ts';
import { createExportRun, type ExportChoice, type ExportRun } from './exportRun.ts';

/**
 * The steps of an export:
 *
 *     choosing → running → saving → saved
 *                 ↑  ↓       ↑
 *                 stopped ───┘
 */
export type ExportState =
  | { readonly step: 'choosing' }
  | { readonly step: 'running'; readonly progress: ScanProgress }
  /** Ended early or without rows; nothing is saved yet. */
  | { readonly step: 'stopped'; readonly report: ScanReport }
  | { readonly step: 'saving' }
  | { readonly step: 'saved'; readonly content: FileContent; readonly file: SavedFile };

export type ExportEvent =
  | { readonly type: 'started' }
  | { readonly type: 'resumed' }
  | { readonly type: 'progressed'; readonly progress: ScanProgress }
  | { readonly type: 'stopped'; readonly report: ScanReport }
  | { readonly type: 'saving' }
  | { readonly type: 'saved'; readonly content: FileContent; readonly file: SavedFile }
  /** A bug, for the error boundary of the page. */
  | { readonly type: 'broke'; readonly error: unknown };

const nothing: ScanProgress = { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 };

/** @throws the error of `broke` */
export function nextState(state: ExportState, event: ExportEvent): ExportState {
  switch (event.type) {
    case 'started':
      return { step: 'running', progress: nothing };
    case 'resumed':
      return state.step === 'stopped' ? { step: 'running', progress: state.report } : state;
    case 'progressed':
      return state.step === 'running' ? { step: 'running', progress: event.progress } : state;
    case 'stopped':
      return { step: 'stopped', report: event.report };
    case 'saving':
      return { step: 'saving' };
    case 'saved':
      return { step: 'saved', content: event.content, file: event.file };
    case 'broke':
      throw event.error;
  }
}

/** Milliseconds between two updates of the progress on screen. */
const progressEveryMs = 100;

/** Exports all Things of a filter to a file. It stops when the component unmounts. */
export function useExport(filters: ThingsFilter) {
  const { api } = useUserServices();
  const [state, dispatch] = useReducer(nextState, { step: 'choosing' });
  const current = useRef<ExportRun>(undefined);
  const cancellation = useRef(new AbortController());
  const lifetime = useLifetime();

  function perform(task: () => Promise<void>) {
    task().catch((error: unknown) => dispatch({ type: 'broke', error }));
  }

  async function create(choice: ExportChoice): Promise<ExportRun> {
    const services = { things: api.things, clock: systemClock, random: Math.random };
    let shownAt = 0;
    return createExportRun(services, filters, choice, (progress) => {
      const now = systemClock.now();
      if (progress.wait === undefined && now - shownAt < progressEveryMs) return;
      shownAt = now;
      dispatch({ type: 'progressed', progress });
    });
  }

  async function read(run: ExportRun): Promise<void> {
    const report = await run.read(AbortSignal.any([lifetime(), cancellation.current.signal]));
    // An empty file is saved only on request.
    if (report.end.kind === 'complete' && report.rows > 0) await save(run, report);
    else dispatch({ type: 'stopped', report });
  }

  async function save(run: ExportRun, report: ScanReport): Promise<void> {
    dispatch({ type: 'saving' });
    const { blob, name, facts } = await run.finish(report);
    if (lifetime().aborted) return;
    dispatch({ type: 'saved', content: facts, file: saveFile(blob, name) });
  }

  function startWith(choice: ExportChoice) {
    cancellation.current = new AbortController();
    dispatch({ type: 'started' });
    perform(async () => {
      current.current = await create(choice);
      await read(current.current);
    });
  }

  return {
    state,
    start(choice: ExportChoice) {
      if (state.step === 'choosing') startWith(choice);
    },
    /** Reads everything again into a new file. */
    readAgain() {
      if (state.step === 'saved' && current.current) startWith(current.current.choice);
    },
    cancel: () => cancellation.current.abort(),
    resume() {
      const run = current.current;
      if (!run || state.step !== 'stopped') return;
      cancellation.current = new AbortController();
      dispatch({ type: 'resumed' });
      perform(() => read(run));
    },
    savePart() {
      const run = current.current;
      if (!run || state.step !== 'stopped') return;
      const { report } = state;
      perform(() => save(run, report));
    },
  };
}

/** Returns the signal that aborts when the component unmounts. */
function useLifetime(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    // Strict mode mounts twice.
    if (controller.current.signal.aborted) controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  return () => controller.current.signal;
}
