import { useEffect, useRef, useState } from 'react';

import {
  createThingsScan,
  type ScanProgress,
  type ScanReport,
  type ThingsScan,
} from '#api/scan/scan.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { saveFile, type SavedFile } from '#ui/saveFile.ts';

import type { ExportColumn } from './exportColumns.ts';
import {
  exportFileName,
  factRows,
  type ExportFacts,
  type ExportFilters,
  type FileContent,
} from './exportFacts.ts';
import {
  createExportFile,
  mostXlsxRows,
  type ExportFile,
  type ExportFormat,
} from './exportFile.ts';

/** What a person chose. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  /** Which columns these are, in words. */
  readonly columnsName: string;
}

/** Where an export stands. */
export type ExportState =
  | { readonly step: 'choosing' }
  | { readonly step: 'running'; readonly progress: ScanProgress }
  | { readonly step: 'saving' }
  /** Ended before the end of the list, or without a row; nothing is saved yet. */
  | { readonly step: 'stopped'; readonly report: ScanReport }
  | { readonly step: 'saved'; readonly content: FileContent; readonly file: SavedFile };

/** Milliseconds between two looks at the progress: eyes want no more. */
const progressEveryMs = 100;

const nothing: ScanProgress = { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 };

interface Work {
  readonly choice: ExportChoice;
  readonly scan: ThingsScan;
  readonly file: ExportFile;
  readonly startedAt: number;
  abort: AbortController;
}

/** An export of all Things of a filter, from the choice to the file. It ends when the component goes. */
export function useExport(filters: ExportFilters) {
  const { api } = useUserServices();
  const [state, setState] = useState<ExportState>({ step: 'choosing' });
  const work = useRef<Work>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      work.current?.abort.abort();
    };
  }, []);

  async function begin(choice: ExportChoice): Promise<Work> {
    const file = await createExportFile(choice.format, choice.columns);
    let shownAt = 0;
    const scan = createThingsScan(
      { things: api.things, clock: systemClock, random: Math.random },
      { filters: filters.filters, tags: filters.tags, state: filters.state },
      {
        onBatch: file.add,
        onProgress(progress) {
          const now = systemClock.now();
          if (progress.wait === undefined && now - shownAt < progressEveryMs) return;
          shownAt = now;
          setState({ step: 'running', progress });
        },
        ...(choice.format === 'xlsx' && { maxRows: mostXlsxRows }),
      },
    );
    const startedAt = systemClock.now();
    return { choice, scan, file, startedAt, abort: new AbortController() };
  }

  async function read(current: Work): Promise<void> {
    if (isGone.current) return;
    current.abort = new AbortController();
    const report = await current.scan.run(current.abort.signal);
    // Nobody looks for a file that holds nothing.
    if (report.end.kind === 'complete' && report.rows > 0) await save(current, report);
    else setState({ step: 'stopped', report });
  }

  async function save(current: Work, report: ScanReport): Promise<void> {
    setState({ step: 'saving' });
    const { choice, startedAt } = current;
    const facts: ExportFacts = {
      filters,
      report,
      cutCells: current.file.cutCells(),
      startedAt,
      endedAt: systemClock.now(),
      columns: choice.columnsName,
    };
    const blob = await current.file.finish(factRows(facts));
    // Whoever left meanwhile wants no file.
    if (isGone.current) return;
    setState({
      step: 'saved',
      content: facts,
      file: saveFile(blob, exportFileName(facts, choice.format)),
    });
  }

  /** A defect belongs to the page's error boundary. */
  function watch(doing: Promise<void>) {
    doing.catch((error: unknown) => {
      setState(() => {
        throw error;
      });
    });
  }

  function startWith(choice: ExportChoice) {
    setState({ step: 'running', progress: nothing });
    watch(
      begin(choice).then((begun) => {
        work.current = begun;
        return read(begun);
      }),
    );
  }

  return {
    state,
    start(choice: ExportChoice) {
      if (state.step === 'choosing') startWith(choice);
    },
    /** Reads everything again into another file of the same kind. */
    readAgain() {
      if (state.step === 'saved' && work.current) startWith(work.current.choice);
    },
    cancel: () => work.current?.abort.abort(),
    goOn() {
      if (!work.current || state.step !== 'stopped') return;
      const { end: _, ...counts } = state.report;
      setState({ step: 'running', progress: counts });
      watch(read(work.current));
    },
    savePart() {
      if (work.current && state.step === 'stopped') watch(save(work.current, state.report));
    },
  };
}
