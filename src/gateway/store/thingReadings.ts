import { type Insertable, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';

import type { ThingEventKind, ThingValues } from '#contract/fleet.ts';

import type { Database } from './database.ts';
import { historySweepSize } from './groupChanges.ts';
import type { Tables } from './tables.ts';

/** What the store knows of a SIM. All times are milliseconds of the database's clock. */
export interface ThingReading {
  readonly values: ThingValues;
  /** The last device that was reported, while none is; the present one otherwise. */
  readonly lastImei: string | undefined;
  /** Which values the newest list did not carry, and when the last one that did was asked for. */
  readonly carriedAt: CarriedAt;
  /** Since when `Data` has been the same. */
  readonly dataSince: number | null;
  readonly firstSeenAt: number;
  /** Between these two times the service made the list. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly revision: number;
}

/** What a list says of a SIM that is to be remembered. */
export interface NewThingReading {
  readonly iccid: string;
  readonly values: ThingValues;
  readonly lastImei: string | undefined;
  readonly carriedAt: CarriedAt;
  readonly dataSince: number | null;
  readonly firstSeenAt: number;
  /** Revision of the reading that it was compared with; null without one. */
  readonly revision: number | null;
  readonly events: readonly {
    readonly id: string;
    readonly kind: ThingEventKind;
    readonly before: string;
    readonly after: string;
    /** When the last list was asked for that showed the value before. */
    readonly since: number;
  }[];
}

/** When the last list was asked for that carried a value which the newest did not. */
export type CarriedAt = Readonly<Record<string, number>>;

export interface ThingReadings {
  load(customerId: string, iccids: readonly string[]): Promise<ReadonlyMap<string, ThingReading>>;
  /**
   * Takes over what a list says, SIM by SIM: one of which another gateway has taken over something since it was
   * loaded is left out, so that each change is noticed once.
   *
   * @returns the ICCIDs of those that were taken over
   */
  accept(given: {
    readonly customerId: string;
    readonly askedAt: number;
    readonly answeredAt: number;
    readonly readings: readonly NewThingReading[];
  }): Promise<ReadonlySet<string>>;
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
      return new Map(rows.map((row) => [row.iccid, readRow(row)]));
    },

    accept: ({ customerId, askedAt, answeredAt, readings }) =>
      database.transaction(async (db) => {
        if (readings.length === 0) return new Set();
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
    ...writeRow(reading),
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

type Row = Insertable<Tables['thingsSeen']>;

const writtenColumns = [
  'name',
  'groupId',
  'groupName',
  'state',
  'blocks',
  'imei',
  'lastImei',
  'imsi',
  'data',
  'dataSince',
  'locatedAt',
  'network',
  'carriedAt',
  'askedAt',
  'answeredAt',
  'revision',
] as const satisfies readonly (keyof Row)[];

function writeRow({
  iccid,
  values,
  lastImei,
  carriedAt,
  dataSince,
  firstSeenAt,
  revision,
}: NewThingReading): Omit<Row, 'customerId' | 'askedAt' | 'answeredAt'> {
  const { name, groupId, groupName, state, blocks, imei, imsi, data, locatedAt, network } = values;
  return {
    iccid,
    name: name ?? null,
    groupId: groupId ?? null,
    groupName: groupName ?? null,
    state: state ?? null,
    blocks: blocks?.join(',') ?? null,
    imei: imei ?? null,
    lastImei: lastImei ?? null,
    imsi: imsi ?? null,
    data: data ?? null,
    dataSince,
    locatedAt: locatedAt ?? null,
    network: network ?? null,
    carriedAt: Object.keys(carriedAt).length > 0 ? JSON.stringify(carriedAt) : null,
    firstSeenAt,
    revision: (revision ?? 0) + 1,
  };
}

function readRow(row: Tables['thingsSeen']): ThingReading {
  const { blocks, lastImei, dataSince, firstSeenAt, askedAt, answeredAt, revision, ...rest } = row;
  const { name, groupId, groupName, state, imei, imsi, data, locatedAt, network } = rest;
  return {
    values: {
      ...(name !== null && { name }),
      ...(groupId !== null && { groupId }),
      ...(groupName !== null && { groupName }),
      ...(state !== null && { state }),
      ...(blocks !== null && { blocks: blocks.split(',').filter((flag) => flag !== '') }),
      ...(imei !== null && { imei }),
      ...(imsi !== null && { imsi }),
      ...(data !== null && { data }),
      ...(locatedAt !== null && { locatedAt }),
      ...(network !== null && { network }),
    },
    lastImei: lastImei ?? undefined,
    carriedAt: readCarriedAt(row.carriedAt),
    dataSince,
    firstSeenAt,
    askedAt,
    answeredAt,
    revision,
  };
}

const carriedTimes = z.record(z.string(), z.number());

function readCarriedAt(text: string | null): CarriedAt {
  return text === null ? {} : carriedTimes.parse(JSON.parse(text));
}
