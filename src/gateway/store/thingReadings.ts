import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';

import type { Database } from './database.ts';
import { historySweepSize } from './groupChanges.ts';
import type { Tables } from './tables.ts';
import {
  type NewThingReading,
  readThing,
  type ThingReading,
  writeThing,
  writtenColumns,
} from './thingRow.ts';

/** What is to be remembered of one list. */
export interface NewThingsList {
  readonly customerId: string;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly readings: readonly NewThingReading[];
}

export interface ThingReadings {
  load(customerId: string, iccids: readonly string[]): Promise<ReadonlyMap<string, ThingReading>>;
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

export function createThingReadings(database: Database, limits: FleetLimits): ThingReadings {
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
      database.transaction(async (db) => {
        const accepted: ReadonlySet<string>[] = [];
        const lost = new Set<string>();
        for (const { readings, ...list } of lists) {
          // What was compared with a reading that is not taken over has to be compared again.
          const left = readings.filter(({ iccid }) => !lost.has(iccid));
          // oxlint-disable-next-line no-await-in-loop -- one connection does one thing after the other
          const taken = await acceptList(db, database.kind, { ...list, readings: left });
          for (const { iccid } of left) if (!taken.has(iccid)) lost.add(iccid);
          accepted.push(taken);
        }
        return accepted;
      }),

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

async function acceptList(
  db: Transaction<Tables>,
  kind: Database['kind'],
  list: NewThingsList,
): Promise<ReadonlySet<string>> {
  if (list.readings.length === 0) return new Set();
  const accepted = await writeReadings(db, kind, list);
  const events = list.readings
    .filter(({ iccid }) => accepted.has(iccid))
    .flatMap(({ iccid, events: noticed }) =>
      noticed.map(({ before, after, ...event }) => ({
        ...event,
        customerId: list.customerId,
        iccid,
        beforeValue: before,
        afterValue: after,
        noticedAt: list.answeredAt,
      })),
    );
  if (events.length > 0) await db.insertInto('thingEvents').values(events).execute();
  return accepted;
}

/**
 * One statement for most of a list: SQLite writes an index again for each row of a statement that sets its column,
 * so that SIMs with the same device as before have one of their own.
 *
 * @returns the ICCIDs of those that were taken over
 */
async function writeReadings(
  db: Transaction<Tables>,
  kind: Database['kind'],
  { readings, ...list }: NewThingsList,
): Promise<ReadonlySet<string>> {
  if (kind === 'postgres') return writeColumns(db, kind, { ...list, readings }, writtenColumns);
  const same = readings.filter(({ isSameDevice }) => isSameDevice === true);
  const others = readings.filter(({ isSameDevice }) => isSameDevice !== true);
  const unindexed = writtenColumns.filter((column) => column !== 'device');
  const taken = await writeColumns(db, kind, { ...list, readings: others }, writtenColumns);
  return taken.union(await writeColumns(db, kind, { ...list, readings: same }, unindexed));
}

type Row = Insertable<Tables['thingsSeen']>;

const rowColumns = ['customerId', 'iccid', 'firstSeenAt', ...writtenColumns] as const;

/** Rows as one parameter, which PostgreSQL reads faster than a thousand single values. */
function fromJson(rows: readonly Row[]): RawBuilder<unknown> {
  const named = rows.map((row) =>
    Object.fromEntries(rowColumns.map((name) => [columnOf(name), row[name]])),
  );
  return sql`select ${sql.join(rowColumns.map((name) => sql.ref(name)))}
    from json_populate_recordset(null::things_seen, ${JSON.stringify(named)}::json)`;
}

/** As Kysely's plugin names it in the database. */
const columnOf = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param columns that are replaced where the SIM is known */
async function writeColumns(
  db: Transaction<Tables>,
  kind: Database['kind'],
  { customerId, askedAt, answeredAt, readings }: NewThingsList,
  columns: readonly (typeof writtenColumns)[number][],
): Promise<ReadonlySet<string>> {
  if (readings.length === 0) return new Set();
  const rows = readings.map((reading) => ({
    customerId,
    askedAt,
    answeredAt,
    ...writeThing(reading),
  }));
  const insert = db.insertInto('thingsSeen');
  const taken = await (
    kind === 'postgres'
      ? insert.columns(rowColumns).expression(fromJson(rows))
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
  return new Set(taken.map(({ iccid }) => iccid));
}
