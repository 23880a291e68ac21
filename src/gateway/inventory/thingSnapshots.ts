import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { historySweepSize } from '../history/groupChanges.ts';
import { type FleetPage, writePages } from './scanPages.ts';
import {
  type NewThingSnapshot,
  numberColumns,
  readThing,
  type ThingSnapshot,
  writeThing,
  writtenColumns,
} from './thingRow.ts';

/** What is to be remembered of one list. */
export interface NewThingsList {
  readonly customerId: string;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly snapshots: readonly NewThingSnapshot[];
  /** The page of a scan that it is, with all its SIMs, also those of which nothing is to be written. */
  readonly page?: FleetPage & { readonly iccids: readonly string[] };
}

export interface ThingSnapshots {
  load(customerId: string, iccids: readonly string[]): Promise<ReadonlyMap<string, ThingSnapshot>>;
  /**
   * Takes over what lists say, SIM by SIM: one of which another gateway has taken over something since it was
   * loaded is left out, so that each change is noticed once.
   *
   * @returns the ICCIDs of those that were taken over, of each list
   */
  accept(...lists: readonly NewThingsList[]): Promise<readonly ReadonlySet<string>[]>;
  /** Removes some of those that no list has shown for long, and of what changed. @returns how many, at most */
  removeOld(): Promise<number>;
}

/** How long a SIM is remembered that no list shows, and what changed. */
export interface FleetLimits {
  readonly fleetMs: number;
}

const loadStep = 50;

export function createThingSnapshots(database: Database, limits: FleetLimits): ThingSnapshots {
  const { now } = database;
  return {
    async load(customerId, iccids) {
      if (iccids.length === 0) return new Map();
      // One text of the statement for most numbers of SIMs, so that few are kept prepared.
      const size = Math.ceil(iccids.length / loadStep) * loadStep;
      const padded = Array.from({ length: size }, (_, at) => iccids[at] ?? iccids[0] ?? '');
      const rows = await database.run((db) =>
        db
          .selectFrom('thingsSeen')
          .selectAll()
          .where('customerId', '=', customerId)
          .where('iccid', 'in', padded)
          .execute(),
      );
      return new Map(rows.map((row) => [row.iccid, readThing(row)]));
    },

    accept: (...lists) =>
      database.transaction(
        async (db) => {
          const accepted = lists.map(() => new Set<string>());
          // What was compared with a snapshot that is not taken over has to be compared again.
          const lost = new Set<string>();
          for (const wave of wavesOf(lists)) {
            const left = wave.filter(({ row }) => !lost.has(row.iccid));
            // oxlint-disable-next-line no-await-in-loop -- one connection does one thing after the other
            const taken = await writeReadings(db, database.kind, left);
            for (const { row, list } of left) {
              if (taken.has(row.iccid)) accepted[list]?.add(row.iccid);
              else lost.add(row.iccid);
            }
          }
          const pages = lists.flatMap(({ page }, list) => {
            const isLost = (iccid: string) =>
              lost.has(iccid) && accepted[list]?.has(iccid) !== true;
            if (!page || page.iccids.some(isLost)) return [];
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

    async removeOld() {
      const until = sql<number>`${now()} - ${limits.fleetMs}`;
      const things = await database.run((db) =>
        db
          .deleteFrom('thingsSeen')
          .where(({ refTuple, selectFrom, eb }) =>
            eb(
              refTuple('customerId', 'iccid'),
              'in',
              selectFrom('thingsSeen')
                .select(['customerId', 'iccid'])
                .where('answeredAt', '<', until)
                .orderBy('answeredAt')
                .limit(historySweepSize)
                .$asTuple('customerId', 'iccid'),
            ),
          )
          .executeTakeFirstOrThrow(),
      );
      const events = await database.run((db) =>
        db
          .deleteFrom('thingEvents')
          .where('id', 'in', (query) =>
            query
              .selectFrom('thingEvents')
              .select('id')
              .where('noticedAt', '<', until)
              .orderBy('noticedAt')
              .limit(historySweepSize),
          )
          .executeTakeFirstOrThrow(),
      );
      return Math.max(Number(things.numDeletedRows), Number(events.numDeletedRows));
    },
  };
}

type Row = Insertable<Tables['thingsSeen']>;

/** A SIM as one of the lists shows it. */
interface ListedRow {
  readonly list: number;
  readonly isSameDevice: boolean;
  readonly row: Row;
}

/**
 * Rows that one statement can write, which takes each SIM once: the first list of each SIM, then the second of those
 * that have one, and so on. In the order of ICCIDs, so that gateways that write the same wait for each other only once.
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

/** Both engines limit the number of parameters, of which each event has eight. */
const maxEventsOfStatement = 500;
/** SQLite keeps statements prepared, and reads one of a list faster than one of all lists. */
const maxRowsInSqlite = 50;

function inPieces<T>(rows: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, piece) =>
    rows.slice(piece * size, (piece + 1) * size),
  );
}

/**
 * One statement in PostgreSQL, where each costs a round trip. SQLite writes an index again for each row of a statement
 * that sets its column, so that SIMs with the same device as before have one of their own.
 *
 * @returns the ICCIDs of those that were taken over
 */
async function writeReadings(
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
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing after the other
    for (const iccid of await writeColumns(db, kind, rows, columns)) taken.add(iccid);
  }
  return taken;
}

const rowColumns = ['customerId', 'iccid', 'firstSeenAt', ...writtenColumns] as const;

/** A parameter for each column instead of one for each value, which PostgreSQL reads in a quarter of the time. */
function fromArrays(rows: readonly Row[]): RawBuilder<unknown> {
  const arrays = rowColumns.map((name) => {
    const type = sql.raw(numberColumns.has(name) ? 'bigint[]' : 'text[]');
    return sql`${rows.map((row) => row[name] ?? null)}::${type}`;
  });
  return sql`select * from unnest(${sql.join(arrays)})`;
}

/** @param columns that are replaced where the SIM is known */
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
            eb('thingsSeen.answeredAt', '<', ref('excluded.askedAt')),
          ]),
        ),
    )
    .returning('iccid')
    .execute();
  return taken.map(({ iccid }) => iccid);
}
