import type { MoreRows } from '#api/things.ts';

import type { ThingsPageData } from '../thingsQueries.ts';

/** Number of rows, including unreadable ones, because offsets count both. */
export function rowCount({ things, unreadable }: ThingsPageData): number {
  return things.length + unreadable;
}

/**
 * The number of Things, known only if the end of the list was seen for this exact filter: as a last page with rows, or
 * as an empty page directly after a page with rows.
 *
 * @param pages the cached pages of this filter, newest first
 */
export function knownEnd(pages: readonly ThingsPageData[]): number | undefined {
  const last = lastPage(pages);
  return last && endOf(last);
}

/** The page that showed the end (see `knownEnd`). */
export function lastPage(pages: readonly ThingsPageData[]): ThingsPageData | undefined {
  const ends = new Set(pages.flatMap((page) => (rowCount(page) > 0 ? [endOf(page)] : [])));
  return pages.find((page) => page.more === 'no' && (rowCount(page) > 0 || ends.has(page.offset)));
}

/** Pages read more than this many milliseconds apart may disagree, because the list may have changed. */
const longApartMs = 60_000;

function endOf(page: ThingsPageData): number {
  return page.offset + rowCount(page);
}

/** Facts about a page for the pager. */
export interface PageFacts {
  /** Numbers of its first and last row, from 1; undefined if it is empty. */
  readonly range: readonly [first: number, last: number] | undefined;
  readonly more: MoreRows;
  /** Total number of rows, if the end was seen. */
  readonly end: number | undefined;
  /** When the end was seen, in milliseconds since the epoch; omitted if close to when this page was read. */
  readonly endSeenAt?: number;
}

/**
 * @param page the page on screen
 * @param next the page after it, if it was prefetched
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
  // A known end that contradicts this page is out of date.
  const fits = known !== undefined && (more === 'no' ? known === last : known > last);
  const range = rowCount(page) === 0 ? undefined : ([page.offset + 1, last] as const);
  const isFar = fits && Math.abs(page.readAt - seenAt) > longApartMs;
  return { range, more, end: fits ? known : undefined, ...(isFar && { endSeenAt: seenAt }) };
}

/** At the largest page size, only the next page shows whether more rows follow. */
function moreAfter(page: ThingsPageData, next: ThingsPageData | undefined): MoreRows {
  if (page.more !== 'maybe' || next === undefined) return page.more;
  return rowCount(next) > 0 ? 'yes' : 'no';
}
