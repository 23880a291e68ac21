import type { Clock } from '#lib/clock.ts';

import { ApiError } from '../errors.ts';
import { shouldRetry, retryDelay } from '../retries.ts';
import type { ThingsApi, ThingsList, ThingsListParams } from '../things.ts';
import { createPause, type Pause } from '../tokens/pause.ts';
import { waitForNextEvent } from './nextEvent.ts';
import { createScanPace, type ScanWait } from './scanPace.ts';
import {
  createScanRows,
  type BatchHandler,
  type ScanCounts,
  type ScanPosition,
} from './scanRows.ts';

export { scanRowsEnds } from './scanRows.ts';

/** The largest page of the list (API document 8.5). */
const pageSize = 50;
/** Offset from one page to the next: pages share one row, which shows whether the list moved (decision 013). */
const pageStep = pageSize - 1;
/** How many pages may be requested beyond the first missing one, so that memory stays small. */
const maxLookahead = 12;

/** Which Things to read; the scan chooses order and pages. */
export type ScanParams = Omit<ThingsListParams, 'sort' | 'size' | 'offset'>;

export interface ScanProgress extends ScanCounts {
  /** Set while no request is in flight. */
  readonly wait?: ScanWait | undefined;
}

/** How a run ended. All ends but `complete` leave the first part of the list, without gaps. */
export type ScanEnd =
  | { readonly kind: 'complete' }
  /** Cancelled; another run continues from there. */
  | { readonly kind: 'cancelled' }
  /** A page could not be read, despite retries; another run continues from there. */
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** There are more than `maxRows` rows. */
  | { readonly kind: 'full' }
  /** Several full pages had no new row: the service keeps returning the same ones. */
  | { readonly kind: 'repeating' };

export interface ScanReport extends ScanCounts {
  readonly end: ScanEnd;
}

/** Whether the list changed while it was read, so that rows may be missing. */
export function hasMoved({ duplicates, shifts }: Pick<ScanCounts, 'duplicates' | 'shifts'>) {
  return duplicates > 0 || shifts > 0;
}

/**
 * Whether every row of the list was read: the end was reached, all records were readable, and no sign of a
 * change was seen.
 */
export function isWhole(report: Omit<ScanReport, 'rows' | 'pages'>): boolean {
  return report.end.kind === 'complete' && report.unreadable === 0 && !hasMoved(report);
}

export interface ThingsScan {
  /**
   * Reads to the end of the list, continuing where the previous run stopped. Pages that were read are not
   * read again. Only one run at a time.
   *
   * @throws only what `onBatch` throws: failures of the service are reported as ends
   */
  run(signal: AbortSignal): Promise<ScanReport>;
  /** How far the pages without gaps reach. */
  position(): ScanPosition;
}

interface FailedPage {
  readonly pause: Pause;
  readonly error: ApiError;
  /** How often this page failed in this run; rate limits do not count. */
  readonly failures: number;
}

interface ScanOptions {
  /** Called with each row once, in the order of the list; the scan waits for it before reading on. */
  readonly onBatch: BatchHandler;
  readonly onProgress?: (progress: ScanProgress) => void;
  /** The scan stops after this number of rows. */
  readonly maxRows?: number;
  /** Goes on where an earlier scan stood. */
  readonly from?: ScanPosition | undefined;
}

/**
 * Reads all Things of a filter, page by page, as fast as the rate limits allow (see `createScanPace`).
 *
 * Pages are addressed by offset (API document 8.5), without a snapshot. They are sorted by ThingName and
 * rows are deduplicated by ICCID, but a Thing that is added, removed or renamed during the scan can shift
 * others across a page boundary, so that one is missed. Two signs reveal this (decision 013): `duplicates`
 * are rows that moved to a later page, `shifts` are pages that do not begin with the last row of the page
 * before. The order itself proves nothing, because the service may sort differently or not at all.
 */
export function createThingsScan(
  given: {
    readonly things: Pick<ThingsApi, 'list' | 'listBudget'>;
    readonly clock: Clock;
    readonly random: () => number;
  },
  params: ScanParams,
  { onBatch, onProgress, maxRows = Number.POSITIVE_INFINITY, from }: ScanOptions,
): ThingsScan {
  const { things, clock, random } = given;
  const rows = createScanRows({ pageSize, maxRows, onBatch, from });
  const pace = createScanPace(clock, random);
  /** Pages that failed, and how long each waits before it is read again. */
  const failedPages = new Map<number, FailedPage>();
  const inFlight = new Set<number>();
  let next = from?.counts.pages ?? 0;

  function nextPage(): number | ScanWait | undefined {
    const due = [...failedPages].filter(([page]) => rows.wants(page)).toSorted(([a], [b]) => a - b);
    const [first] = due;
    if (!first)
      return rows.wants(next) && next < rows.counts().pages + maxLookahead ? next : undefined;
    // While the service fails, only one page is retried at a time.
    const isFailing = due.some(([, { failures }]) => failures > 0);
    if (isFailing && inFlight.size > 0) return undefined;
    const [page, { pause, error }] = first;
    const leftMs = pause.remainingMs();
    return leftMs === 0 ? page : { until: clock.now() + leftMs, error };
  }

  async function read(page: number, signal: AbortSignal): Promise<ApiError | undefined> {
    const failures = failedPages.get(page)?.failures ?? 0;
    failedPages.delete(page);
    next = Math.max(next, page + 1);
    inFlight.add(page);
    const succeeded = pace.started();
    try {
      const list = await listPage(page, signal);
      succeeded();
      rows.add(page, list);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Another page has shown that the list ends before this one.
      if (!rows.wants(page)) return undefined;
      const pause = createPause(clock);
      failedPages.set(page, { pause, error, failures });
      if (error.kind === 'aborted') return undefined;
      pace.failed(error);
      if (error.kind === 'rateLimited') return undefined;
      if (!shouldRetry(failures, error)) {
        failedPages.set(page, { pause, error, failures: 0 });
        return error;
      }
      pause.start(retryDelay(failures, error, random()));
      failedPages.set(page, { pause, error, failures: failures + 1 });
      return undefined;
    } finally {
      inFlight.delete(page);
    }
  }

  function listPage(page: number, signal: AbortSignal): Promise<ThingsList> {
    const query = { ...params, sort: 'ASC', size: pageSize, offset: page * pageStep } as const;
    return things.list(query, { signal, bulk: true });
  }

  /** Requests as many pages as allowed; returns what the next page waits for. */
  function startMore(start: (page: number) => void): ScanWait | undefined {
    for (;;) {
      const page = nextPage();
      if (page === undefined) return undefined;
      if (typeof page !== 'number') return page;
      const pacing = pace.next(inFlight.size, things.listBudget());
      if (pacing === 'afterAnswer') return undefined;
      if (pacing !== 'now') return pacing;
      start(page);
    }
  }

  return {
    position: rows.position,

    async run(signal) {
      const over = new AbortController();
      const both = AbortSignal.any([signal, over.signal]);
      const requests = new Set<Promise<void>>();
      let failure: ApiError | undefined;
      const report = (end: ScanEnd): ScanReport => ({ ...rows.counts(), end });

      function start(page: number) {
        const request = read(page, both)
          .then((error) => void (failure ??= error))
          .finally(() => requests.delete(request));
        requests.add(request);
      }

      try {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- the next pages wait, so that memory stays small
          await rows.flush();
          const end = rows.end();
          if (end) return report({ kind: end });
          if (failure) return report({ kind: 'failed', error: failure });
          if (signal.aborted) return report({ kind: 'cancelled' });
          const wait = startMore(start);
          onProgress?.({ ...rows.counts(), wait: requests.size === 0 ? wait : undefined });
          // oxlint-disable-next-line no-await-in-loop -- each turn handles the next answer
          await waitForNextEvent(clock, requests, wait, signal);
        }
      } finally {
        over.abort();
        await Promise.allSettled(requests);
      }
    },
  };
}
