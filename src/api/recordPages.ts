import { maxPageSize } from '#contract/parameters.ts';
import { systemClock } from '#lib/clock.ts';

import type { Paged } from './records.ts';
import { retried } from './retries.ts';

/** Reads the page at a cursor, which is empty for the first page. */
export type ReadPage<Page> = (cursor: string, signal: AbortSignal) => Promise<Page>;

/** Reads the pages of a query, each with its retries. */
export function recordPages<Q extends Paged, Page>(
  read: (query: Q, signal: AbortSignal) => Promise<Page>,
  query: Q,
): ReadPage<Page> {
  return (cursor, signal) =>
    retried(
      () =>
        read({ ...query, before: cursor === '' ? undefined : cursor, size: maxPageSize }, signal),
      { clock: systemClock, random: Math.random, signal },
    );
}

/**
 * The body of a job that reads page after page; when called again after a stop, it continues with the next unread page.
 *
 * @returns a function that passes each page to `take`, which decides whether to continue; the function resolves to
 *   whether all pages were read
 */
export function pageByPage<Page extends { readonly next: string | null }>(read: ReadPage<Page>) {
  let cursor: string | null = '';
  let wantsMore = true;
  return async (signal: AbortSignal, take: (page: Page) => boolean): Promise<boolean> => {
    while (cursor !== null && wantsMore) {
      // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the previous page
      const page: Page = await read(cursor, signal);
      cursor = page.next;
      wantsMore = take(page);
      signal.throwIfAborted();
    }
    return cursor === null;
  };
}
