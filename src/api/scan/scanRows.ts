import type { ThingRecord, ThingsList } from '../things.ts';

/** Full pages in a row without one new row after which the service is taken to repeat itself. */
const mostWithoutNews = 3;

/** What a scan has read so far, all of it from the beginning of the list without a gap. */
export interface ScanCounts {
  /** Different Things, by ICCID. */
  readonly rows: number;
  readonly pages: number;
  /** Rows left out because their ICCID had come before. */
  readonly duplicates: number;
  /** Records that could not be read at all. */
  readonly unreadable: number;
  /** How often one page did not go on where the one before it ended, or rows followed the end. */
  readonly shifts: number;
}

/** Things that are new, in the list's order, from one page. */
export type HearBatch = (things: readonly ThingRecord[]) => void | Promise<void>;

interface ScanRowsOptions {
  readonly pageSize: number;
  /** Rows after which to stop. */
  readonly maxRows: number;
  readonly onBatch: HearBatch;
}

/**
 * Puts pages that come in any order into their order, and leaves out rows that came before. Each page
 * begins with the last row of the page before it: where it does not, the list has moved between the two.
 */
export function createScanRows({ pageSize, maxRows, onBatch }: ScanRowsOptions) {
  const arrived = new Map<number, ThingsList>();
  const seen = new Set<string>();
  let counts: ScanCounts = { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 };
  /** ICCID of the last row so far; undefined where that record could not be read. */
  let lastRow: string | undefined;
  /** Index of the first short page: the list ends there (API document 4.5 gives no total). */
  let last = Number.POSITIVE_INFINITY;
  let withoutNews = 0;
  let isFull = false;

  async function handOn(page: ThingsList): Promise<void> {
    const repeats = counts.pages > 0 && rowCount(page) > 0;
    const [firstRow] = page.edges;
    const isUnreadableRepeat = repeats && firstRow === undefined;
    const isRepeat = lastRow !== undefined && page.things.some(hasIccid(lastRow));
    const isShifted = lastRow !== undefined && !isUnreadableRepeat && firstRow !== lastRow;
    const fresh = page.things.filter(({ ExternalUniqueId: iccid }) => {
      if (seen.has(iccid)) return false;
      seen.add(iccid);
      return true;
    });
    const batch = fresh.slice(0, maxRows - counts.rows);
    isFull = batch.length < fresh.length;
    withoutNews = fresh.length > 0 ? 0 : withoutNews + 1;
    counts = {
      rows: counts.rows + batch.length,
      pages: counts.pages + 1,
      duplicates: counts.duplicates + page.things.length - fresh.length - Number(isRepeat),
      unreadable: counts.unreadable + page.unreadable - Number(isUnreadableRepeat),
      shifts: counts.shifts + Number(isShifted),
    };
    [, lastRow] = page.edges;
    if (batch.length > 0) await onBatch(batch);
  }

  /** Whether rows follow the page that was taken for the last one: the list has grown or shrunk meanwhile. */
  function isBeyondEnd([page, list]: readonly [number, ThingsList]): boolean {
    return page > last && rowCount(list) > 0;
  }

  return {
    counts: (): ScanCounts =>
      [...arrived].some(isBeyondEnd) ? { ...counts, shifts: counts.shifts + 1 } : counts,
    /** Whether this page is still wanted. */
    wants: (page: number) => page >= counts.pages && page <= last && !arrived.has(page),
    add(page: number, list: ThingsList) {
      if (rowCount(list) < pageSize) last = Math.min(last, page);
      arrived.set(page, list);
    },
    /** Hands on the pages whose turn it is. */
    async flush(): Promise<void> {
      for (;;) {
        const page = arrived.get(counts.pages);
        if (page === undefined || this.end() !== undefined) return;
        arrived.delete(counts.pages);
        // oxlint-disable-next-line no-await-in-loop -- one page after the other is the point
        await handOn(page);
      }
    },
    /** Why no further page is needed; undefined while one is. */
    end(): 'complete' | 'full' | 'repeating' | undefined {
      if (isFull) return 'full';
      if (counts.pages > last) return 'complete';
      return withoutNews >= mostWithoutNews ? 'repeating' : undefined;
    },
  };
}

/** Rows of an answer, readable or not. */
function rowCount({ things, unreadable }: ThingsList): number {
  return things.length + unreadable;
}

function hasIccid(iccid: string) {
  return ({ ExternalUniqueId }: ThingRecord) => ExternalUniqueId === iccid;
}
