import { sql, type Transaction } from 'kysely';

import { maxThingsLimit } from '#contract/thingsQuery.ts';

import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** A page of a running reading of the fleet. */
export interface FleetPage {
  readonly readingId: string;
  readonly page: number;
  readonly rows: number;
  readonly first: string;
  readonly last: string;
  readonly isSound: boolean;
}

/** What the pages of a reading show together. */
export interface FleetCoverage {
  readonly pages: number;
  /** Rows of the pages that follow each other from the first one, those that two of them share once. */
  readonly things: number;
  /** Whether these pages are the whole list, and none of them contradicts another. */
  readonly isWhole: boolean;
}

/**
 * Writes pages with what they show, in one transaction: where one is there, its rows are remembered. A page that was
 * there with other rows stays a sign that the list changed.
 */
export async function writePages(
  db: Transaction<Tables>,
  pages: readonly FleetPage[],
): Promise<void> {
  for (const { isSound, first, last, ...page } of pages) {
    const row = { ...page, firstRow: first, lastRow: last, isSound: isSound ? 1 : 0 };
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing after the other
    await db
      .insertInto('fleetPages')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['readingId', 'page'])
          .doUpdateSet({ isSound: 0 })
          .where(({ eb, or, ref }) =>
            or([
              eb('fleetPages.rows', '<>', ref('excluded.rows')),
              eb('fleetPages.firstRow', '<>', ref('excluded.firstRow')),
              eb('fleetPages.lastRow', '<>', ref('excluded.lastRow')),
              eb(ref('excluded.isSound'), '=', 0),
            ]),
          ),
      )
      .execute();
  }
}

/**
 * Each page has to begin with the last row of the one before, up to a short one, and none behind that may have rows:
 * then no Thing is missing that kept its place (decision 013), whenever and by which gateway each page was passed on.
 */
export async function readCoverage(
  { run }: Pick<Database, 'run'>,
  readingId: string,
): Promise<FleetCoverage> {
  const pages = await run((db) =>
    db
      .selectFrom('fleetPages')
      .select(['page', 'rows', 'firstRow', 'lastRow', 'isSound'])
      .where('readingId', '=', readingId)
      .orderBy('page')
      .execute(),
  );
  let things = 0;
  let count = 0;
  for (const { page, rows, firstRow } of pages) {
    const before = pages[count - 1];
    const follows = before
      ? before.rows === maxThingsLimit && before.lastRow === firstRow
      : rows > 0;
    if (page !== count || !follows) break;
    things += before ? rows - 1 : rows;
    count += 1;
  }
  const end = pages[count - 1];
  const isEnded = end !== undefined && end.rows < maxThingsLimit;
  const isSound = pages.every((page) => page.isSound === 1);
  return { pages: pages.length, things, isWhole: isEnded && isSound && count === pages.length };
}

/** Removes the pages of readings that are over. */
export async function removePages({ run }: Pick<Database, 'run'>): Promise<void> {
  await run((db) =>
    sql`delete from fleet_pages where reading_id not in
      (select id from fleet_readings where ended_at is null)`.execute(db),
  );
}
