import { type Insertable, sql, type Transaction } from 'kysely';

import { maxThingsLimit } from '#contract/thingsQuery.ts';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { SeenPage } from './scanPage.ts';

/** A page of a running fleet scan. */
export interface FleetPage extends SeenPage {
  readonly readingId: string;
}

/**
 * Writes pages in the same transaction as their SIMs: if a page exists, its rows are stored. If it already existed with
 * different rows, this is recorded as a sign that the list changed.
 */
export async function writePages(
  db: Transaction<Tables>,
  pages: readonly FleetPage[],
): Promise<void> {
  if (pages.length === 0) return;
  await db
    .insertInto('fleetPages')
    .values(eachOnce(pages))
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

/**
 * A statement can write each page only once. Sorted, so that two gateways writing the same pages wait for each other
 * only once.
 */
function eachOnce(pages: readonly FleetPage[]): Insertable<Tables['fleetPages']>[] {
  const rows = Map.groupBy(pages, ({ readingId, page }) => JSON.stringify([readingId, page]));
  return [...rows.values()]
    .flatMap(([one, ...others]) => {
      if (!one) return [];
      const { first: firstRow, last: lastRow, isSound: isOneSound, ...page } = one;
      const isSound = others.every(
        ({ rows: count, first, last, isSound: isOther }) =>
          isOther && count === one.rows && first === firstRow && last === lastRow,
      );
      return [{ ...page, firstRow, lastRow, isSound: isOneSound && isSound ? 1 : 0 }];
    })
    .toSorted((a, b) => a.page - b.page || (a.readingId < b.readingId ? -1 : 1));
}

/**
 * The combined result of a scan's pages. Each page must start with the last row of the previous page, up to a short
 * page, and no page after that may have rows. If so, no Thing that kept its place in the list is missing (decision
 * 013), no matter when the pages were forwarded or by which gateway.
 */
export async function readCoverage({ run }: Pick<Database, 'run'>, readingId: string) {
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
  return {
    pages: pages.length,
    /** Rows on consecutive pages, starting with the first; a row shared by two pages counts once. */
    things,
    /** ICCID in the last row of the last page; empty if there is none. */
    last: pages.at(-1)?.lastRow ?? '',
    /** Whether these pages form the whole list without contradicting one another. */
    isWhole: isEnded && isSound && count === pages.length,
  };
}

/** A list from the watch counts only while its scan is running and its gateway holds the lease. */
export interface WatchFence {
  readonly scanId: string;
  readonly leaseNumber: number;
}

/**
 * Whether a list still counts. In PostgreSQL, neither scan nor lease can end before this transaction does; SQLite runs
 * one transaction at a time.
 */
export async function holdsFence(
  db: Transaction<Tables>,
  kind: Database['kind'],
  fence: WatchFence | undefined,
): Promise<boolean> {
  if (!fence) return true;
  const row = await db
    .selectFrom('fleetReadings')
    .innerJoin('watches', (join) => join.on('watches.leaseNumber', '=', fence.leaseNumber))
    .select('fleetReadings.id')
    .where('fleetReadings.id', '=', fence.scanId)
    .where('endedAt', 'is', null)
    .$if(kind === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the pages of scans that have ended. */
export async function removePages({ run }: Pick<Database, 'run'>): Promise<void> {
  await run((db) =>
    sql`delete from fleet_pages where reading_id not in
      (select id from fleet_readings where ended_at is null)`.execute(db),
  );
}
