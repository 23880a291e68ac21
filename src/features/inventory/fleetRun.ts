import * as z from 'zod/mini';

import { ApiError } from '#api/errors.ts';
import type { FleetApi, FleetScan } from '#api/inventory.ts';
import type { Work } from '#api/jobs/job.ts';
import type { ListServices } from '#api/jobs/pacedCalls.ts';
import { retried } from '#api/retries.ts';
import {
  createThingsScan,
  isWhole,
  noRows,
  scanRowsEnds,
  scanToEnd,
  type ScanProgress,
  type ScanReport,
} from '#api/scan/scan.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { holdScan } from './scanLock.ts';

/** What a scan of the fleet came to, whose list was read to its end. */
export interface FleetRead {
  readonly report: ScanReport;
  /** After a reload of the page, which forgets the rows that it had read. */
  readonly isResumed: boolean;
  /** The scan as the gateway has stored it, or why that is not known. */
  readonly stored: FleetScan | ApiError;
}

/** One scan of the fleet: its pages are read here, and what passes the gateway is remembered there. */
export type FleetRun = ReturnType<typeof createFleetRun>;

/** @param given.onRead called when the inventory has more than before */
export function createFleetRun(
  given: ListServices & {
    readonly fleet: FleetApi;
    readonly drafts: SessionRecords;
    readonly onRead: () => void;
  },
  unfinished: FleetDraft | undefined,
) {
  const { fleet, drafts, onRead } = given;
  // The gateway remembers what passes: nothing of it is needed here.
  const scanned = { onBatch: () => undefined, from: unfinished?.position };
  const pages = createThingsScan(given, {}, scanned);
  let scan: Pick<FleetScan, 'id'> | undefined = unfinished;
  /** It has ended, or is none of this tab. */
  let isOver = false;
  /** Other tabs see that this one has the scan until it is called. */
  let release: (() => void) | undefined;

  async function hold(): Promise<boolean> {
    if (scan) release ??= await holdScan(scan.id);
    return !scan || release !== undefined;
  }

  function keep() {
    if (!scan || isOver) return;
    drafts.keep(draftName, { id: scan.id, position: pages.position() });
  }

  async function endOf(report: ScanReport, id: string): Promise<FleetScan | ApiError> {
    const end = { state: isWhole(report) ? 'complete' : 'partial', things: report.rows } as const;
    // Saying the same end twice changes nothing, so it is said although the page is left.
    const { signal } = new AbortController();
    return settled(retried(() => fleet.endScan(id, end), { ...given, signal }));
  }

  /** Undefined if another tab has the scan. */
  const work: Work<ScanProgress, FleetRead | undefined> = {
    begin: unfinished?.position.counts ?? noRows,
    // For a reload of the page, which ends the script without notice.
    keep: { everyMs: 100, save: keep },
    async run(signal, show) {
      scan ??= await fleet.beginScan(signal);
      keep();
      const isHeld = await hold();
      // The page may have been left meanwhile.
      if (isOver) release?.();
      signal.throwIfAborted();
      if (!isHeld) {
        isOver = true;
        return undefined;
      }
      try {
        const report = await scanToEnd(pages, signal, show);
        keep();
        isOver = true;
        const stored = await endOf(report, scan.id);
        drafts.drop(draftName);
        release?.();
        return { report, isResumed: unfinished !== undefined, stored };
      } finally {
        onRead();
      }
    },
  };

  return {
    work,
    /** @returns whether no other tab has the scan: a copy of this tab may have gone on with it */
    hold,
    /** Reports that nobody continues the scan; if that fails, the gateway finds out by itself. */
    async giveUp(): Promise<void> {
      if (isOver) return;
      isOver = true;
      drafts.drop(draftName);
      if (!scan) return;
      const things = pages.position().counts.rows;
      await settled(fleet.endScan(scan.id, { state: 'stopped', things }));
      release?.();
      onRead();
    },
  };
}

const draftName = 'fleet-reading';

/** What is left of a scan when its page was reloaded. */
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
export type FleetDraft = z.infer<typeof draftSchema>;

/** A scan of this tab that was not at its end when the page was loaded again. */
export function readDraft(drafts: SessionRecords): FleetDraft | undefined {
  return draftSchema.safeParse(drafts.read(draftName)).data;
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
