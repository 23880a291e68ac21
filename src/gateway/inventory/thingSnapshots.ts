import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';

import type { Database } from '../db/database.ts';
import { setBackMs } from '../db/historyLimits.ts';
import { removeSome } from '../db/removeSome.ts';
import { padded } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import { type FleetPage, holdsFence, type WatchFence, writePages } from './scanPages.ts';
import {
  type NewThingSnapshot,
  numberColumns,
  readThing,
  type ThingSnapshot,
  writeThing,
  writtenColumns,
} from './thingRow.ts';

/** The data to store from one list. */
export interface NewThingsList {
  readonly customerId: string;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly snapshots: readonly NewThingSnapshot[];
  /** If the list is a page of a scan: that page with all its SIMs, including those with nothing to write. */
  readonly page?: FleetPage & { readonly iccids: readonly string[] };
  /** For lists from the watch. */
  readonly fence?: WatchFence | undefined;
}

/** How long a SIM is kept after the last list that showed it, and how long changes are kept. */
export interface FleetLimits {
  readonly fleetMs: number;
}

export type ThingSnapshots = ReturnType<typeof createThingSnapshots>;

export function createThingSnapshots(database: Database, limits: FleetLimits) {
  const { now } = database;
  return {
    async load(
      customerId: string,
      iccids: readonly string[],
    ): Promise<ReadonlyMap<string, ThingSnapshot>> {
      if (iccids.length === 0) return new Map();
      const rows = await database.run((db) =>
        db
          .selectFrom('thingsSeen')
          .selectAll()
          .select(now().as('now'))
          .where('customerId', '=', customerId)
          .where('iccid', 'in', padded(iccids))
          .execute(),
      );
      return new Map(rows.map((row) => [row.iccid, { ...readThing(row), now: row.now }]));
    },

    /**
     * Stores lists SIM by SIM. A SIM that another gateway has since updated is skipped, so that each change is detected
     * once.
     *
     * @returns the ICCIDs of the stored SIMs, for each list; undefined for a list that no longer counts
     */
    accept: (...lists: readonly NewThingsList[]) =>
      database.transaction(
        async (db) => {
          const accepted: (Set<string> | undefined)[] = [];
          for (const { fence } of lists) {
            // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
            accepted.push((await holdsFence(db, database.kind, fence)) ? new Set() : undefined);
          }
          // If a snapshot could not be stored, the lists compared with it must be compared again.
          const lost = new Set<string>();
          for (const wave of wavesOf(lists)) {
            const left = wave.filter(
              ({ row, list }) => !lost.has(row.iccid) && accepted[list] !== undefined,
            );
            // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
            const taken = await writeSnapshots(db, database.kind, left);
            for (const { row, list } of left) {
              if (taken.has(row.iccid)) accepted[list]?.add(row.iccid);
              else lost.add(row.iccid);
            }
          }
          const pages = lists.flatMap(({ page }, list) => {
            const isLost = (iccid: string) =>
              lost.has(iccid) && accepted[list]?.has(iccid) !== true;
            if (!page || !accepted[list] || page.iccids.some(isLost)) return [];
            const { iccids: _, ...row } = page;
            return [row];
          });
          await writePages(db, pages);
          const events = lists.flatMap((list, index) => eventRows(list, accepted[index]));
          for (const some of inPieces(events, maxEventsOfStatement)) {
            // oxlint-disable-next-line no-await-in-loop -- as above
            await db.insertInto('thingEvents').values(some).execute();
          }
          return accepted;
        },
        { mayBeForgotten: true },
      ),

    /**
     * Removes some SIMs that no list has shown for a long time, and some old changes. @returns the larger of the two
     * counts
     */
    removeOld() {
      const until = sql`${now()} - ${limits.fleetMs}`;
      return removeSome(
        database,
        { table: 'thingsSeen', where: sql`answered_at < ${until}`, age: 'answeredAt' },
        { table: 'thingEvents', where: sql`noticed_at < ${until}`, age: 'noticedAt' },
      );
    },
  };
}

type Row = Insertable<Tables['thingsSeen']>;

/** A SIM, as shown by one of the lists. */
interface ListedRow {
  readonly list: number;
  readonly isSameDevice: boolean;
  readonly row: Row;
}

/**
 * Batches of rows, one statement each, because a statement can write a SIM only once: each SIM's first list, then each
 * SIM's second list, and so on. Sorted by ICCID, so that gateways writing the same SIMs wait for each other only once.
 */
function wavesOf(lists: readonly NewThingsList[]): readonly (readonly ListedRow[])[] {
  const waves: ListedRow[][] = [];
  const listed = new Map<string, number>();
  for (const [list, { snapshots, ...facts }] of lists.entries()) {
    const { customerId, askedAt, answeredAt } = facts;
    for (const snapshot of snapshots) {
      const times = listed.get(snapshot.iccid) ?? 0;
      listed.set(snapshot.iccid, times + 1);
      const row = { customerId, askedAt, answeredAt, ...writeThing(snapshot) };
      (waves[times] ??= []).push({ list, isSameDevice: snapshot.isSameDevice === true, row });
    }
  }
  return waves.map((wave) => wave.toSorted((a, b) => (a.row.iccid < b.row.iccid ? -1 : 1)));
}

function eventRows(
  { customerId, answeredAt, snapshots }: NewThingsList,
  accepted: ReadonlySet<string> | undefined,
): Insertable<Tables['thingEvents']>[] {
  return snapshots
    .filter(({ iccid }) => accepted?.has(iccid))
    .flatMap(({ iccid, events }) =>
      events.map(({ before, after, ...event }) => ({
        ...event,
        customerId,
        iccid,
        beforeValue: before,
        afterValue: after,
        noticedAt: answeredAt,
      })),
    );
}

/** Both engines limit the number of parameters, and each event needs eight. */
const maxEventsOfStatement = 500;
/** SQLite keeps statements prepared, and parses a statement for one list faster than one for all lists. */
const maxRowsInSqlite = 50;

function inPieces<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, piece) =>
    rows.slice(piece * size, (piece + 1) * size),
  );
}

/**
 * One statement in PostgreSQL, where each statement costs a round trip. SQLite rewrites an index entry for each row if
 * the statement sets its column, so SIMs with an unchanged device get their own statement.
 *
 * @returns the ICCIDs of the stored SIMs
 */
async function writeSnapshots(
  db: Transaction<Tables>,
  kind: Database['kind'],
  listed: readonly ListedRow[],
): Promise<ReadonlySet<string>> {
  const rowsOf = (isSame: boolean) =>
    listed.filter(({ isSameDevice }) => isSameDevice === isSame).map(({ row }) => row);
  const unindexed = writtenColumns.filter((column) => column !== 'device');
  const statements =
    kind === 'postgres'
      ? [{ rows: listed.map(({ row }) => row), columns: writtenColumns }]
      : [
          ...inPieces(rowsOf(false), maxRowsInSqlite).map((rows) => ({
            rows,
            columns: writtenColumns,
          })),
          ...inPieces(rowsOf(true), maxRowsInSqlite).map((rows) => ({ rows, columns: unindexed })),
        ];
  const taken = new Set<string>();
  for (const { rows, columns } of statements) {
    if (rows.length === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
    for (const iccid of await writeColumns(db, kind, rows, columns)) taken.add(iccid);
  }
  return taken;
}

const rowColumns = ['customerId', 'iccid', 'firstSeenAt', ...writtenColumns] as const;
const bigints: ReadonlySet<string> = new Set(['firstSeenAt', ...numberColumns]);

/** PostgreSQL parses one parameter per column in a quarter of the time that one per value takes. */
function fromArrays(rows: readonly Row[]): RawBuilder<unknown> {
  const arrays = rowColumns.map((name) => {
    const type = sql.raw(bigints.has(name) ? 'bigint[]' : 'text[]');
    return sql`${rows.map((row) => row[name] ?? null)}::${type}`;
  });
  return sql`select * from unnest(${sql.join(arrays)})`;
}

/** @param columns to replace if the SIM is known */
async function writeColumns(
  db: Transaction<Tables>,
  kind: Database['kind'],
  rows: readonly Row[],
  columns: readonly (typeof writtenColumns)[number][],
): Promise<readonly string[]> {
  const insert = db.insertInto('thingsSeen');
  const taken = await (
    kind === 'postgres'
      ? insert.columns(rowColumns).expression(fromArrays(rows))
      : insert.values(rows)
  )
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'iccid'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)])),
        )
        .where(({ eb, ref }) =>
          eb.and([
            eb('thingsSeen.revision', '=', eb(ref('excluded.revision'), '-', 1)),
            sql<boolean>`things_seen.answered_at not between excluded.asked_at
              and excluded.answered_at + ${setBackMs}`,
          ]),
        ),
    )
    .returning('iccid')
    .execute();
  return taken.map(({ iccid }) => iccid);
}
