import * as z from 'zod/mini';

import { type ApiError, orApiError } from '#api/errors.ts';
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

/** The result of a scan that read the list to the end. */
export interface FleetRead {
  readonly report: ScanReport;
  /** Whether the scan was resumed after a page reload, which discards the rows already read. */
  readonly isResumed: boolean;
  /** The scan as stored by the gateway, or the error if its end could not be reported. */
  readonly stored: FleetScan | ApiError;
}

/** One scan of the fleet. The browser reads pages, and the gateway adds the rows it forwards to the inventory. */
export type FleetRun = ReturnType<typeof createFleetRun>;

/** @param given.onRead called when the inventory may have new data */
export function createFleetRun(
  given: ListServices & {
    readonly fleet: FleetApi;
    readonly drafts: SessionRecords;
    readonly onRead: () => void;
  },
  unfinished: FleetDraft | undefined,
) {
  const { fleet, drafts, onRead } = given;
  // The gateway stores the rows that pass through it, so they are not needed here.
  const scanned = { onBatch: () => undefined, from: unfinished?.position };
  const pages = createThingsScan(given, {}, scanned);
  let scan: Pick<FleetScan, 'id'> | undefined = unfinished;
  /** Whether the scan has ended or belongs to another tab. */
  let isOver = false;
  /** Until this is called, other tabs can see that this tab holds the scan. */
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
    // Reporting the end twice is harmless, so the report is sent even if the user leaves the page.
    const { signal } = new AbortController();
    return orApiError(retried(() => fleet.endScan(id, end), { ...given, signal }));
  }

  /** The result is undefined if another tab holds the scan. */
  const work: Work<ScanProgress, FleetRead | undefined> = {
    begin: unfinished?.position.counts ?? noRows,
    // Needed because a page reload ends the script without notice.
    keep: { everyMs: 100, save: keep },
    async run(signal, show) {
      scan ??= await fleet.beginScan(signal);
      keep();
      const isHeld = await hold();
      // The user may have left the page in the meantime.
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
    /** @returns false if another tab holds the scan: a duplicate of this tab may have continued it */
    hold,
    /** Reports that the scan was abandoned. If the report fails, the gateway will notice on its own. */
    async giveUp(): Promise<void> {
      if (isOver) return;
      isOver = true;
      drafts.drop(draftName);
      if (!scan) return;
      const things = pages.position().counts.rows;
      await orApiError(fleet.endScan(scan.id, { state: 'stopped', things }));
      release?.();
      onRead();
    },
  };
}

const draftName = 'fleet-reading';

/** What remains of a scan after a page reload. */
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

/** This tab's scan, if a page reload left it unfinished. */
export function readDraft(drafts: SessionRecords): FleetDraft | undefined {
  return draftSchema.safeParse(drafts.read(draftName)).data;
}
