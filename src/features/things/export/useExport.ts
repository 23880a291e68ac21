import { useEffect, useRef } from 'react';

import { stopOf } from '#api/jobs/pacedCalls.ts';
import { useJob } from '#api/jobs/useJob.ts';
import { noRows, scanToEnd, type ScanProgress, type ScanReport } from '#api/scan/scan.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { saveFile, type SavedFile } from '#lib/saveFile.ts';

import type { ThingsFilter } from '../list/filters/thingsFilter.ts';
import { doing, type FileContent } from './exportFacts.ts';
import { createExportRun, type ExportChoice, type ExportRun } from './exportRun.ts';

/** First the rows are read, then the file is written. */
type ExportProgress = ScanProgress & { readonly isSaving?: boolean };

/** The result of an export. */
interface Exported {
  readonly report: ScanReport;
  /** Undefined if the export is empty or incomplete: a file is then saved only on request. */
  readonly saved?: { readonly content: FileContent; readonly file: SavedFile };
}

/** Exports all Things that match a filter to a file. It stops when the component unmounts. */
export function useExport(filters: ThingsFilter) {
  const { api } = useUserServices();
  const job = useJob<ExportProgress, Exported>(doing);
  const current = useRef<ExportRun>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function save(run: ExportRun, report: ScanReport, signal: AbortSignal): Promise<Exported> {
    const { blob, name, facts } = await run.finish(report);
    // Once all rows are read, it is too late to cancel: a file can be finished only once.
    if (!isShown.current) signal.throwIfAborted();
    return { report, saved: { content: facts, file: saveFile(blob, name) } };
  }

  function start(choice: ExportChoice) {
    const { things, records } = api;
    const services = { things, records, clock: systemClock, random: Math.random };
    let run: ExportRun | undefined;
    job.start({
      begin: noRows,
      async run(signal, show) {
        run ??= await createExportRun(services, filters, choice);
        current.current = run;
        const report = await scanToEnd(run.scan, signal, show);
        if (report.end.kind !== 'complete' || report.rows === 0) return { report };
        show({ ...report, isSaving: true }, true);
        return save(run, report, signal);
      },
    });
  }

  return {
    ...job,
    start,
    /** Reads everything again into a new file. */
    readAgain() {
      if (current.current) start(current.current.choice);
    },
    /** Saves a file with the rows read so far. */
    savePart(report: ScanReport) {
      const run = current.current;
      const begin = { ...report, isSaving: true };
      if (run) job.start({ begin, run: (signal) => save(run, report, signal) });
    },
  };
}

/** How the scan ended, if no file was saved. */
export function unsavedReport({
  state,
}: Pick<ReturnType<typeof useExport>, 'state'>): ScanReport | undefined {
  if (state.step === 'done') return state.result.saved ? undefined : state.result.report;
  if (state.step !== 'stopped') return undefined;
  return { ...state.progress, end: stopOf(state.error) };
}
