import { sql, type Transaction } from 'kysely';

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

export interface ThingReadings {
  load(customerId: string, iccids: readonly string[]): Promise<ReadonlyMap<string, ThingReading>>;
  /**
   * Takes over what a list says, SIM by SIM: one of which another gateway has taken over something since it was
   * loaded is left out, so that each change is noticed once.
   */
  accept(given: {
    readonly customerId: string;
    readonly askedAt: number;
    readonly answeredAt: number;
    readonly readings: readonly NewThingReading[];
  }): Promise<void>;
  /** Removes some of those that no list has shown for long, and of what changed. @returns how many, at most */
  removeOld(): Promise<number>;
}

/** How long a SIM is remembered that no list shows, and what changed. */
export interface FleetLimits {
  readonly fleetMs: number;
}

export function createThingReadings(database: Database, limits: FleetLimits): ThingReadings {
  const { now } = database;
  return {
    async load(customerId, iccids) {
      if (iccids.length === 0) return new Map();
      const rows = await database.run((db) =>
        db
          .selectFrom('thingsSeen')
          .selectAll()
          .where('customerId', '=', customerId)
          .where('iccid', 'in', iccids)
          .execute(),
      );
      return new Map(rows.map((row) => [row.iccid, readThing(row)]));
    },

    accept: ({ customerId, askedAt, answeredAt, readings }) =>
      database.transaction(async (db) => {
        if (readings.length === 0) return;
        const accepted = await writeReadings(db, { customerId, askedAt, answeredAt, readings });
        const events = readings
          .filter(({ iccid }) => accepted.has(iccid))
          .flatMap(({ iccid, events: noticed }) =>
            noticed.map(({ before, after, ...event }) => ({
              ...event,
              customerId,
              iccid,
              beforeValue: before,
              afterValue: after,
              noticedAt: answeredAt,
            })),
          );
        if (events.length > 0) await db.insertInto('thingEvents').values(events).execute();
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

/** One statement for a whole list. @returns the ICCIDs of those that were taken over */
async function writeReadings(
  db: Transaction<Tables>,
  given: {
    readonly customerId: string;
    readonly askedAt: number;
    readonly answeredAt: number;
    readonly readings: readonly NewThingReading[];
  },
): Promise<ReadonlySet<string>> {
  const { customerId, askedAt, answeredAt } = given;
  const rows = given.readings.map((reading) => ({
    customerId,
    askedAt,
    answeredAt,
    ...writeThing(reading),
  }));
  const taken = await db
    .insertInto('thingsSeen')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'iccid'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(writtenColumns.map((column) => [column, ref(`excluded.${column}`)])),
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
