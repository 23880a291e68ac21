import type { Clock } from '#lib/clock.ts';

import { ApiError } from '../errors.ts';
import { shouldRetry, retryDelay } from '../retries.ts';
import { createPause, type Pause } from '../session/pause.ts';
import type { ThingsApi, ThingsList, ThingsListParams } from '../things.ts';
import { createScanPace, type ScanWait } from './scanPace.ts';
import { createScanRows, type HearBatch, type ScanCounts } from './scanRows.ts';

/** The largest page of the list (API document 8.5). */
const pageSize = 50;
/** Rows from one page to the next: the last row is asked for once more, to see whether the list has moved. */
const pageStep = pageSize - 1;
/** Pages that may be asked for beyond the one whose turn it is, so that memory stays small. */
const mostAhead = 12;

/** Which Things to read; order and pages are the scan's own. */
export type ScanParams = Omit<ThingsListParams, 'sort' | 'size' | 'offset'>;

export interface ScanProgress extends ScanCounts {
  /** Set while nothing is on its way. */
  readonly wait?: ScanWait | undefined;
}

/** How a run ended. Everything but `complete` is a part of the list, from its beginning. */
export type ScanEnd =
  | { readonly kind: 'complete' }
  /** Called off; another run goes on from there. */
  | { readonly kind: 'cancelled' }
  /** A page could not be read, and what it takes to try again was tried; another run goes on from there. */
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** There are more rows than were wanted. */
  | { readonly kind: 'full' }
  /** Full pages brought nothing new: the service gives the same rows again and again. */
  | { readonly kind: 'repeating' };

export interface ScanReport extends ScanCounts {
  readonly end: ScanEnd;
}

/** Whether the list is known to have changed while it was read, so that rows may be missing. */
export function hasMoved({ duplicates, shifts }: Pick<ScanCounts, 'duplicates' | 'shifts'>) {
  return duplicates > 0 || shifts > 0;
}

/**
 * Whether every row of the list is there: it was read to its end, each record could be read, and nothing
 * shows that rows moved meanwhile.
 */
export function isWhole(report: Omit<ScanReport, 'rows' | 'pages'>): boolean {
  return report.end.kind === 'complete' && report.unreadable === 0 && !hasMoved(report);
}

export interface ThingsScan {
  /**
   * Reads on from where the run before stopped, to the end of the list. No page is read again once its
   * rows are there. One run at a time.
   *
   * @throws only what `onBatch` throws: failures of the service are ends
   */
  run(signal: AbortSignal): Promise<ScanReport>;
}

interface FailedPage {
  readonly pause: Pause;
  readonly error: ApiError;
  /** How often it has failed of itself in this run. */
  readonly failures: number;
}

interface ScanOptions {
  /** Hears each row once, in the order of the list; the scan waits for it before it asks for more. */
  readonly onBatch: HearBatch;
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Rows after which to stop. */
  readonly maxRows?: number;
}

/**
 * Reads all Things of a filter, page by page, as fast as the limits allow (see `createScanPace`).
 *
 * The list has pages by offset only (API document 8.5) and no snapshot. Pages are read in order of
 * ThingName, and a row is taken once by its ICCID; still, a Thing that comes, goes or is renamed during
 * the scan can shift others over the edge of a page, so that one is missed. Two signs are certain:
 * `duplicates` are rows that were pushed to a later page, `shifts` are pages that do not begin with the
 * last row of the page before, as when a Thing has gone from those read already (decision 013). The order
 * by itself is none: the service may sort by other rules, or not at all.
 */
export function createThingsScan(
  given: {
    readonly things: Pick<ThingsApi, 'list' | 'listBudget'>;
    readonly clock: Clock;
    readonly random: () => number;
  },
  params: ScanParams,
  { onBatch, onProgress, maxRows = Number.POSITIVE_INFINITY }: ScanOptions,
): ThingsScan {
  const { things, clock, random } = given;
  const rows = createScanRows({ pageSize, maxRows, onBatch });
  const pace = createScanPace(clock, random);
  /** Pages that failed, with what they wait for before they may be read again. */
  const again = new Map<number, FailedPage>();
  const onTheirWay = new Set<number>();
  let next = 0;

  function nextPage(): number | ScanWait | undefined {
    const due = [...again].filter(([page]) => rows.wants(page)).toSorted(([a], [b]) => a - b);
    const [first] = due;
    if (!first)
      return rows.wants(next) && next < rows.counts().pages + mostAhead ? next : undefined;
    // A service that fails is asked for one page, and not for all of them again and again.
    const isFailing = due.some(([, { failures }]) => failures > 0);
    if (isFailing && onTheirWay.size > 0) return undefined;
    const [page, { pause, error }] = first;
    const leftMs = pause.remainingMs();
    return leftMs === 0 ? page : { until: clock.now() + leftMs, error };
  }

  async function read(page: number, signal: AbortSignal): Promise<ApiError | undefined> {
    const failures = again.get(page)?.failures ?? 0;
    again.delete(page);
    next = Math.max(next, page + 1);
    onTheirWay.add(page);
    const succeeded = pace.started();
    try {
      const list = await listPage(page, signal);
      succeeded();
      rows.add(page, list);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Beyond the end that another page has shown meanwhile.
      if (!rows.wants(page)) return undefined;
      const pause = createPause(clock);
      again.set(page, { pause, error, failures });
      if (error.kind === 'aborted') return undefined;
      pace.failed(error);
      if (error.kind === 'rateLimited') return undefined;
      if (!shouldRetry(failures, error)) {
        again.set(page, { pause, error, failures: 0 });
        return error;
      }
      pause.start(retryDelay(failures, error, random()));
      again.set(page, { pause, error, failures: failures + 1 });
      return undefined;
    } finally {
      onTheirWay.delete(page);
    }
  }

  function listPage(page: number, signal: AbortSignal): Promise<ThingsList> {
    const query = { ...params, sort: 'ASC', size: pageSize, offset: page * pageStep } as const;
    return things.list(query, { signal, bulk: true });
  }

  /** Asks for as many pages as may be asked for; returns what the next one waits for. */
  function startMore(start: (page: number) => void): ScanWait | undefined {
    for (;;) {
      const page = nextPage();
      if (page === undefined) return undefined;
      if (typeof page !== 'number') return page;
      const pacing = pace.next(onTheirWay.size, things.listBudget());
      if (pacing === 'afterAnswer') return undefined;
      if (pacing !== 'now') return pacing;
      start(page);
    }
  }

  /** Until a page came, or the wait is over, or the signal aborts. */
  async function something(
    flights: Iterable<Promise<void>>,
    wait?: ScanWait,
    signal?: AbortSignal,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = wait && clock.after(Math.max(0, wait.until - clock.now()), resolve);
    const onAbort = () => resolve();
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', onAbort);
    try {
      await Promise.race([...flights, promise]);
    } finally {
      cancel?.();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    async run(signal) {
      const over = new AbortController();
      const both = AbortSignal.any([signal, over.signal]);
      const flights = new Set<Promise<void>>();
      let failure: ApiError | undefined;
      const report = (end: ScanEnd): ScanReport => ({ ...rows.counts(), end });

      function start(page: number) {
        const flight = read(page, both)
          .then((error) => void (failure ??= error))
          .finally(() => flights.delete(flight));
        flights.add(flight);
      }

      try {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- memory stays small because the next pages wait
          await rows.flush();
          const end = rows.end();
          if (end) return report({ kind: end });
          if (failure) return report({ kind: 'failed', error: failure });
          if (signal.aborted) return report({ kind: 'cancelled' });
          const wait = startMore(start);
          onProgress?.({ ...rows.counts(), wait: flights.size === 0 ? wait : undefined });
          // oxlint-disable-next-line no-await-in-loop -- the loop lives from answer to answer
          await something(flights, wait, signal);
        }
      } finally {
        over.abort();
        await Promise.allSettled(flights);
      }
    },
  };
}
