import { maxThingsLimit, scanStep } from '#contract/thingsQuery.ts';

import type { MayWait, Show } from '../jobs/job.ts';
import {
  createPacedCalls,
  throwIfStopped,
  type ListServices,
  type RunEnd,
} from '../jobs/pacedCalls.ts';
import type { ThingsListParams } from '../things.ts';
import {
  createScanRows,
  type BatchHandler,
  type ScanCounts,
  type ScanPosition,
} from './scanRows.ts';

export { noRows, scanRowsEnds, type ScanCounts } from './scanRows.ts';

/** How many pages may be requested beyond the first missing one, so that memory stays small. */
const maxLookahead = 12;

/** Which Things to read; the scan chooses order and pages. */
export type ScanParams = Omit<ThingsListParams, 'sort' | 'size' | 'offset'>;

/** A scan's progress; it is waiting if no call is in flight. */
export interface ScanProgress extends ScanCounts, MayWait {}

/** How a run ended. After any end but `complete`, the rows are the first part of the list, without gaps. */
export type ScanEnd =
  | RunEnd
  /** There are more than `maxRows` rows. */
  | { readonly kind: 'full' }
  /** Several full pages had no new row: the service keeps returning the same rows. */
  | { readonly kind: 'repeating' };

export interface ScanReport extends ScanCounts {
  readonly end: ScanEnd;
}

/** Whether the list changed while it was being read, so that rows may be missing. */
export function hasMoved({ duplicates, shifts }: Pick<ScanCounts, 'duplicates' | 'shifts'>) {
  return duplicates > 0 || shifts > 0;
}

/** Whether every row was read: the end was reached, all records were readable, and there was no sign of a change. */
export function isWhole(report: Omit<ScanReport, 'rows' | 'pages'>): boolean {
  return report.end.kind === 'complete' && report.unreadable === 0 && !hasMoved(report);
}

export type ThingsScan = ReturnType<typeof createThingsScan>;

interface ScanOptions {
  /** Called with each row once, in list order; the scan waits for it before reading on. */
  readonly onBatch: BatchHandler;
  /** The scan stops after this many rows. */
  readonly maxRows?: number;
  /** Continues where an earlier scan stopped. */
  readonly from?: ScanPosition | undefined;
}

/**
 * Reads all Things that match a filter, page by page, as fast as the rate limits allow.
 *
 * Pages are addressed by offset (API document 8.5), without a snapshot. They are sorted by ThingName and rows are
 * deduplicated by ICCID, but a Thing that is added, removed or renamed during the scan can shift others across a page
 * boundary, so that a row is missed. Two signs reveal this (decision 013): `duplicates` are rows that moved to a
 * later page, `shifts` are pages that do not begin with the last row of the page before. The order itself proves
 * nothing, because the service may sort differently or not at all.
 */
export function createThingsScan(
  given: ListServices,
  params: ScanParams,
  { onBatch, maxRows = Number.POSITIVE_INFINITY, from }: ScanOptions,
) {
  const rows = createScanRows({ pageSize: maxThingsLimit, maxRows, onBatch, from });
  let counts = rows.counts();
  let next = counts.pages;
  /** Requested pages that have not arrived. */
  const missing = new Set<number>();

  const calls = createPacedCalls<number>(given, {
    next() {
      const page = Math.min(next, ...[...missing].filter(rows.wants));
      return rows.wants(page) && page < rows.counts().pages + maxLookahead ? page : undefined;
    },
    async send(page, signal) {
      missing.delete(page);
      next = Math.max(next, page + 1);
      const place = { sort: 'ASC', size: maxThingsLimit, offset: page * scanStep } as const;
      rows.add(page, await given.things.list({ ...params, ...place }, { signal, bulk: true }));
    },
    putBack(page) {
      missing.add(page);
      // Another page may have shown that the list ends before this one.
      return rows.wants(page);
    },
    gaveUp: () => false,
    async settle() {
      await rows.flush();
      counts = rows.counts();
      return rows.end() !== undefined;
    },
  });

  return {
    /** Where the pages that were read without gaps end. */
    position: rows.position,
    /**
     * Reads to the end of the list, continuing where the previous run stopped, without reading pages again. Only one
     * run at a time.
     *
     * @throws only errors from `onBatch`; service failures are returned in the report
     */
    async run(signal: AbortSignal, onProgress?: Show<ScanProgress>): Promise<ScanReport> {
      const end = await calls.run(signal, (_, wait) => onProgress?.({ ...counts, wait }));
      const kind = rows.end();
      return { ...counts, end: end.kind === 'complete' && kind ? { kind } : end };
    },
  };
}

/**
 * A scan as a job's work.
 *
 * @returns the report of a scan that neither failed nor was cancelled
 * @throws {ApiError} if it failed, or the signal's reason if it was cancelled
 */
export async function scanToEnd(
  scan: ThingsScan,
  signal: AbortSignal,
  show: Show<ScanProgress>,
): Promise<ScanReport> {
  const report = await scan.run(signal, show);
  const { end, ...counts } = report;
  show(counts);
  throwIfStopped(end, signal);
  return report;
}
