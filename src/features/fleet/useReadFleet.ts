import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import type { FleetApi, FleetReading, ReadingEnd } from '#api/fleet.ts';
import { keys } from '#api/keys.ts';
import { retried } from '#api/retries.ts';
import {
  createThingsScan,
  isWhole,
  type ScanProgress,
  type ScanReport,
  type ThingsScan,
} from '#api/scan/scan.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

export type ReadFleetState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly progress: ScanProgress }
  /** Cancelled or failed; it can go on where it stopped. The error of a reading that did not begin has no report. */
  | {
      readonly step: 'stopped';
      readonly report: Pick<ScanProgress, 'rows'>;
      readonly error: ApiError | undefined;
    }
  /** The list was read to its end; `stored` is what the memory made of it, or why it does not know. */
  | {
      readonly step: 'done';
      readonly report: ScanReport;
      readonly stored: FleetReading | ApiError;
    };

const nothing: ScanProgress = { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 };

/** Milliseconds between two updates of the progress on screen. */
const progressEveryMs = 100;

/** One reading: pages are scanned here, and what passes the gateway is remembered there. */
interface Run {
  readonly scan: ThingsScan;
  reading: FleetReading | undefined;
  rows: number;
  isOver: boolean;
}

/** Reads the whole fleet. It stops when the page is left, and says so to the memory. */
export function useReadFleet(fleet: FleetApi) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ReadFleetState>({ step: 'idle' });
  const current = useRef<Run>(undefined);
  const cancellation = useRef(new AbortController());
  useEffect(
    () => () => {
      cancellation.current.abort();
      if (current.current) void giveUp(fleet, current.current);
    },
    [fleet],
  );

  function createRun(): Run {
    const given = { things: api.things, clock: systemClock, random: Math.random };
    let shownAt = 0;
    const run: Run = {
      reading: undefined,
      rows: 0,
      isOver: false,
      scan: createThingsScan(
        given,
        {},
        {
          // The gateway remembers what passes: nothing of it is needed here.
          onBatch: () => undefined,
          onProgress(progress) {
            const now = systemClock.now();
            run.rows = progress.rows;
            if (progress.wait === undefined && now - shownAt < progressEveryMs) return;
            shownAt = now;
            setState((before) =>
              before.step === 'running' ? { step: 'running', progress } : before,
            );
          },
        },
      ),
    };
    return run;
  }

  async function read(run: Run): Promise<void> {
    cancellation.current = new AbortController();
    const { signal } = cancellation.current;
    setState({ step: 'running', progress: { ...nothing, rows: run.rows } });
    try {
      run.reading ??= await fleet.beginReading(signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ step: 'stopped', report: run, error: signal.aborted ? undefined : error });
      return;
    }
    const report = await run.scan.run(signal);
    run.rows = report.rows;
    const { end } = report;
    if (end.kind === 'cancelled' || end.kind === 'failed') {
      const error = end.kind === 'failed' ? end.error : undefined;
      setState({ step: 'stopped', report, error });
    } else {
      run.isOver = true;
      const stored = await settled(
        finish(fleet, run.reading.id, {
          state: isWhole(report) ? 'complete' : 'partial',
          things: report.rows,
        }),
      );
      setState({ step: 'done', report, stored });
    }
    await queryClient.invalidateQueries({ queryKey: keys.fleet });
  }

  function perform(run: Run) {
    current.current = run;
    read(run).catch((error: unknown) =>
      // A bug, for the error boundary of the page.
      setState(() => {
        throw error;
      }),
    );
  }

  return {
    state,
    start() {
      if (state.step !== 'running') perform(createRun());
    },
    cancel: () => cancellation.current.abort(),
    /** Reads on; pages that were read are not read again. */
    resume() {
      if (state.step === 'stopped' && current.current) perform(current.current);
    },
    close() {
      const run = current.current;
      current.current = undefined;
      setState({ step: 'idle' });
      if (!run || run.isOver) return;
      void giveUp(fleet, run).then(() => queryClient.invalidateQueries({ queryKey: keys.fleet }));
    },
  };
}

async function finish(fleet: FleetApi, id: string, end: ReadingEnd): Promise<FleetReading> {
  const { signal } = new AbortController();
  const tools = { clock: systemClock, random: Math.random, signal };
  // Saying the same end twice changes nothing.
  return retried(() => fleet.endReading(id, end), tools);
}

/** Tells the memory of a reading that nobody goes on with; if that fails, it finds out by itself. */
async function giveUp(fleet: FleetApi, run: Run): Promise<void> {
  if (run.isOver || !run.reading) return;
  run.isOver = true;
  await settled(fleet.endReading(run.reading.id, { state: 'stopped', things: run.rows }));
}

/** @throws what is no ApiError, which is a bug */
async function settled<T>(call: Promise<T>): Promise<T | ApiError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
