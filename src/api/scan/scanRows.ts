import type { ThingRecord, ThingsList } from '../things.ts';

/** After this many full pages without a new row, the service is assumed to repeat itself. */
const maxPagesWithoutNewRows = 3;

/** The part of the list that a scan has read so far, from the start and without gaps. */
export interface ScanCounts {
  /** Distinct Things, by ICCID. */
  readonly rows: number;
  readonly pages: number;
  /** Rows dropped because their ICCID had already been seen. */
  readonly duplicates: number;
  /** Records that could not be read. */
  readonly unreadable: number;
  /** How many times a page did not continue where the previous one ended, or rows followed the end. */
  readonly shifts: number;
}

export const noRows: ScanCounts = { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 };

/** Receives the new Things of one page, in list order, and the request id of its response. */
export type BatchHandler = (
  things: readonly ThingRecord[],
  requestId: string,
) => void | Promise<void>;

/** Where a scan stopped, so that a later scan can continue, for example after a reload. */
export interface ScanPosition {
  readonly counts: ScanCounts;
  /** ICCID of the last row so far; null if that record could not be read, or there is none. */
  readonly lastRow: string | null;
  /** Why nothing is left to read, as in `end`; null while there are rows to read. */
  readonly end: ScanRowsEnd | null;
}

export const scanRowsEnds = ['complete', 'full', 'repeating'] as const;
type ScanRowsEnd = (typeof scanRowsEnds)[number];

interface ScanRowsOptions {
  /** Where to continue. Rows read before are not recognized, but a list that moved is detected. */
  readonly from?: ScanPosition | undefined;
  readonly pageSize: number;
  /** The scan stops after this number of rows. */
  readonly maxRows: number;
  readonly onBatch: BatchHandler;
}

/**
 * Puts pages that arrive in any order back in order, and drops rows that have already been seen. Each page should begin
 * with the last row of the previous page; if it does not, the list moved between the two requests.
 */
export function createScanRows({ pageSize, maxRows, onBatch, from }: ScanRowsOptions) {
  const arrived = new Map<number, ThingsList>();
  // The next page begins with the previous page's last row.
  const seen = new Set<string>(from?.lastRow ? [from.lastRow] : []);
  let counts = from?.counts ?? noRows;
  /** ICCID of the last row so far; undefined if that record could not be read. */
  let lastRow: string | undefined = from?.lastRow ?? undefined;
  /** Index of the first short page: the list ends there (API document 4.5 gives no total). */
  let last = Number.POSITIVE_INFINITY;
  let pagesWithoutNewRows = 0;
  let isFull = false;

  async function passOn(page: ThingsList): Promise<void> {
    const repeats = counts.pages > 0 && rowCount(page) > 0;
    const [firstRow] = page.edges;
    const isUnreadableRepeat = repeats && lastRow === undefined && firstRow === undefined;
    const isRepeat = lastRow !== undefined && page.things.some(hasIccid(lastRow));
    const isShifted = lastRow !== undefined && firstRow !== lastRow;
    const fresh = page.things.filter(({ ExternalUniqueId: iccid }) => {
      if (seen.has(iccid)) return false;
      seen.add(iccid);
      return true;
    });
    const batch = fresh.slice(0, maxRows - counts.rows);
    isFull = batch.length < fresh.length;
    pagesWithoutNewRows = fresh.length > 0 ? 0 : pagesWithoutNewRows + 1;
    counts = {
      rows: counts.rows + batch.length,
      pages: counts.pages + 1,
      duplicates: counts.duplicates + page.things.length - fresh.length - Number(isRepeat),
      unreadable: counts.unreadable + page.unreadable - Number(isUnreadableRepeat),
      shifts: counts.shifts + Number(isShifted),
    };
    [, lastRow] = page.edges;
    if (batch.length > 0) await onBatch(batch, page.requestId);
  }

  /** Whether a page beyond the supposedly last one has rows, because the list has changed since. */
  function isBeyondEnd([page, list]: readonly [number, ThingsList]): boolean {
    return page > last && rowCount(list) > 0;
  }

  const countsSoFar = (): ScanCounts =>
    [...arrived].some(isBeyondEnd) ? { ...counts, shifts: counts.shifts + 1 } : counts;

  function endOfRows(): ScanRowsEnd | undefined {
    if (from?.end) return from.end;
    if (isFull) return 'full';
    if (counts.pages > last) return 'complete';
    return pagesWithoutNewRows >= maxPagesWithoutNewRows ? 'repeating' : undefined;
  }

  return {
    counts: countsSoFar,
    position(): ScanPosition {
      const end = endOfRows() ?? null;
      // Pages that arrived beyond the next page are read again, unless the end has made them redundant.
      return { counts: end === null ? counts : countsSoFar(), lastRow: lastRow ?? null, end };
    },
    /** Whether this page is still needed. */
    wants: (page: number) => page >= counts.pages && page <= last && !arrived.has(page),
    add(page: number, list: ThingsList) {
      if (rowCount(list) < pageSize) last = Math.min(last, page);
      arrived.set(page, list);
    },
    /** Passes on the next pages in order. */
    async flush(): Promise<void> {
      for (;;) {
        const page = arrived.get(counts.pages);
        if (page === undefined || endOfRows() !== undefined) return;
        arrived.delete(counts.pages);
        // oxlint-disable-next-line no-await-in-loop -- pages are passed on in order
        await passOn(page);
      }
    },
    /** Why no more pages are needed; undefined while there are pages to read. */
    end: endOfRows,
  };
}

/** Number of rows in a response, readable or not. */
function rowCount({ things, unreadable }: ThingsList): number {
  return things.length + unreadable;
}

function hasIccid(iccid: string) {
  return ({ ExternalUniqueId }: ThingRecord) => ExternalUniqueId === iccid;
}
