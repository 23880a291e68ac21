import type { MoreRows } from '#api/things.ts';

import type { ThingsPageData } from '../thingsQueries.ts';

/** Rows of an answer, readable or not: offsets count both. */
export function rowCount({ things, unreadable }: ThingsPageData): number {
  return things.length + unreadable;
}

/**
 * How many Things there are, known only where the end was seen for this exact filter, since no
 * total is invented: a page that no row follows, or an empty page right behind one that had rows.
 *
 * @param pages what is known of this filter, the newest first
 */
export function knownEnd(pages: readonly ThingsPageData[]): number | undefined {
  const last = lastPage(pages);
  return last && endOf(last);
}

/** The page that showed the end, of which `knownEnd` tells. */
export function lastPage(pages: readonly ThingsPageData[]): ThingsPageData | undefined {
  const ends = new Set(pages.flatMap((page) => (rowCount(page) > 0 ? [endOf(page)] : [])));
  return pages.find((page) => page.more === 'no' && (rowCount(page) > 0 || ends.has(page.offset)));
}

/** Two pages that were read so far apart, in milliseconds, need not be of one list. */
const longApartMs = 60_000;

function endOf(page: ThingsPageData): number {
  return page.offset + rowCount(page);
}

/** What the pager says of a page. */
export interface PageFacts {
  /** Numbers of its first and last row, from 1; none where it is empty. */
  readonly range: readonly [first: number, last: number] | undefined;
  readonly more: MoreRows;
  /** Number of all rows, where the end was seen. */
  readonly end: number | undefined;
  /** When it was, in milliseconds since the epoch, where that is long before or after this page. */
  readonly endSeenAt?: number;
}

/**
 * @param page the page on screen
 * @param next the page after it, where that was prefetched
 * @param known see `knownEnd`
 * @param seenAt when the end was seen, in milliseconds since the epoch
 */
export function pageFacts(
  page: ThingsPageData,
  next: ThingsPageData | undefined,
  known: number | undefined,
  seenAt = page.readAt,
): PageFacts {
  const last = endOf(page);
  const more = moreAfter(page, next);
  // An end that this page contradicts is of an older list.
  const fits = known !== undefined && (more === 'no' ? known === last : known > last);
  const range = rowCount(page) === 0 ? undefined : ([page.offset + 1, last] as const);
  const isFar = fits && Math.abs(page.readAt - seenAt) > longApartMs;
  return { range, more, end: fits ? known : undefined, ...(isFar && { endSeenAt: seenAt }) };
}

/** At the largest page an answer cannot tell whether more follows; the next page can. */
function moreAfter(page: ThingsPageData, next: ThingsPageData | undefined): MoreRows {
  if (page.more !== 'maybe' || next === undefined) return page.more;
  return rowCount(next) > 0 ? 'yes' : 'no';
}
