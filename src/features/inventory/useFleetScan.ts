import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { ApiError } from '#api/errors.ts';
import type { FleetApi, FleetReading, ReadingEnd } from '#api/inventory.ts';
import { keys } from '#api/keys.ts';
import { retried } from '#api/retries.ts';
import {
  createThingsScan,
  isWhole,
  scanRowsEnds,
  type ScanProgress,
  type ScanReport,
  type ThingsScan,
} from '#api/scan/scan.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import { holdReading, useHeldElsewhere } from './scanLock.ts';

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
      /** After a reload of the page. */
      readonly isResumed: boolean;
      readonly stored: FleetReading | ApiError;
    };

const nothing: ScanProgress = { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 };

/** Milliseconds between two updates of the progress on screen. */
const progressEveryMs = 100;

/** One reading: pages are scanned here, and what passes the gateway is remembered there. */
interface Run {
  readonly scan: ThingsScan;
  reading: Pick<FleetReading, 'id'> | undefined;
  rows: number;
  /** After a reload of the page. */
  readonly isResumed: boolean;
  isOver: boolean;
  /** Other tabs see that this one has the reading until it is called. */
  release: (() => void) | undefined;
}

/**
 * Reads the whole fleet. It stops when the page is left, and says so to the memory; after a reload of the page it can
 * go on.
 *
 * @param latest the newest reading that the memory knows
 */
export function useReadFleet(fleet: FleetApi, latest: FleetReading | null | undefined) {
  const { api, work } = useUserServices();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ReadFleetState>({ step: 'idle' });
  const current = useRef<Run>(undefined);
  const cancellation = useRef(new AbortController());
  useEffect(
    () => () => {
      cancellation.current.abort();
      if (!current.current) return;
      work.drafts.drop(draftName);
      void giveUp(fleet, current.current);
    },
    [fleet, work],
  );
  const draft = state.step === 'idle' ? readDraft(work.drafts.read(draftName)) : undefined;
  const isInterrupted =
    draft !== undefined && latest?.id === draft.id && latest.state === 'running';
  const readSummaryAgain = () => queryClient.invalidateQueries({ queryKey: keys.fleet });
  const elsewhere = useHeldElsewhere(
    isInterrupted ? draft.id : undefined,
    () => void readSummaryAgain(),
  );

  /** For a reload of the page, which ends the script without notice. */
  function keepDraft({ reading, scan, isOver }: Run) {
    if (reading && !isOver)
      work.drafts.keep(draftName, { id: reading.id, position: scan.position() });
  }

  function createRun(unfinished?: Draft): Run {
    const given = { things: api.things, clock: systemClock, random: Math.random };
    const run: Run = {
      reading: unfinished,
      rows: unfinished?.position.counts.rows ?? 0,
      isResumed: unfinished !== undefined,
      isOver: false,
      release: undefined,
      scan: createThingsScan(
        given,
        {},
        {
          // The gateway remembers what passes: nothing of it is needed here.
          onBatch: () => undefined,
          from: unfinished?.position,
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
      keepDraft(run);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ step: 'stopped', report: run, error: signal.aborted ? undefined : error });
      return;
    }
    run.release ??= await holdReading(run.reading.id);
    if (run.isOver) {
      // The page was left meanwhile.
      run.release?.();
      return;
    }
    if (!run.release) {
      leaveToOtherTab();
      return;
    }
    let shownAt = 0;
    const report = await run.scan.run(signal, (progress) => {
      const now = systemClock.now();
      run.rows = progress.rows;
      if (progress.wait === undefined && now - shownAt < progressEveryMs) return;
      shownAt = now;
      keepDraft(run);
      setState((before) => (before.step === 'running' ? { step: 'running', progress } : before));
    });
    run.rows = report.rows;
    keepDraft(run);
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
      work.drafts.drop(draftName);
      run.release();
      setState({ step: 'done', report, isResumed: run.isResumed, stored });
    }
    await readSummaryAgain();
  }

  function leaveToOtherTab() {
    current.current = undefined;
    setState({ step: 'idle' });
    elsewhere.lookAgain();
  }

  /** A copy of this tab may have gone on with the reading: then it is not stopped from here. */
  async function stop(run: Run): Promise<void> {
    if (run.reading) run.release ??= await holdReading(run.reading.id);
    if (run.reading && !run.release) {
      leaveToOtherTab();
      return;
    }
    current.current = undefined;
    work.drafts.drop(draftName);
    setState({ step: 'idle' });
    if (run.isOver) return;
    await giveUp(fleet, run);
    await readSummaryAgain();
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
    /** SIMs that an unfinished reading had read when the page was reloaded; undefined without one. */
    interruptedAfter: isInterrupted ? draft.position.counts.rows : undefined,
    /** Whether another tab has that reading, of which this one is a copy; undefined until that is known. */
    isElsewhere: elsewhere.isHeld,
    start() {
      if (state.step !== 'running') perform(createRun());
    },
    cancel: () => cancellation.current.abort(),
    /** Reads on; pages that were read are not read again. */
    resume() {
      if (isInterrupted) perform(createRun(draft));
      else if (state.step === 'stopped' && current.current) perform(current.current);
    },
    close() {
      const run = isInterrupted ? createRun(draft) : current.current;
      if (run) void stop(run);
    },
  };
}

const draftName = 'fleet-reading';

/** What is left of a reading when its page was reloaded. */
const draftSchema = z.object({
  id: z.string(),
  position: z.object({
    counts: z.object({
      rows: z.int(),
      pages: z.int(),
      duplicates: z.int(),
      unreadable: z.int(),
      shifts: z.int(),
    }),
    lastRow: z.nullable(z.string()),
    end: z.nullable(z.enum(scanRowsEnds)),
  }),
});
type Draft = z.infer<typeof draftSchema>;

function readDraft(kept: unknown): Draft | undefined {
  return draftSchema.safeParse(kept).data;
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
  run.release?.();
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
