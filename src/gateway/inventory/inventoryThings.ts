import { type RawBuilder, type Selectable, sql } from 'kysely';

import type {
  InventoryNeighbours,
  InventoryThing,
  InventoryThings,
  InventoryThingsQuery,
} from '#contract/inventoryThings.ts';

import { type Page, readKeysetPage } from '../db/keysetPage.ts';
import type { RecordReader } from '../db/recordReads.ts';
import type { Tables } from '../db/tables.ts';
import { activePrefix, isInList } from './groupLocks.ts';
import {
  checkCondition,
  type FleetScope,
  isFound,
  isKept,
  readRows,
  readSharedDevices,
  type SharedDevices,
} from './inventoryChecks.ts';
import { maxOverlapping } from './scans.ts';
import { conditionsSql } from './simConditions.ts';
import { readThing } from './thingRow.ts';

type Row = Selectable<Tables['thingsSeen']> & {
  readonly notFoundSince: number | null;
};

/** `before` is the ICCID that the page starts after. */
export type SimsQuery = Omit<InventoryThingsQuery, 'size'> & { readonly size: number };

type SimsFilter = Omit<SimsQuery, 'before' | 'size'>;

/** The ICCID that a page starts after. */
interface IccidKey {
  readonly iccid: string;
}

export interface ThingsPage extends Page<InventoryThings['things'][number], IccidKey>, Counts {}

const maxSameDevice = 5;
const maxCounted = 1000;
/** Up to this many pages of matches are counted and found together. */
export const fewPages = 50;
const day = 24 * 60 * 60_000;
const togetherMs = 30 * 60_000;

/** The inventory's SIMs by ICCID. */
export async function readThingsPage(
  reader: RecordReader,
  scope: FleetScope,
  query: SimsQuery,
): Promise<ThingsPage> {
  const { before, size, ...filter } = query;
  const { check } = filter;
  const isShared = check === 'shared-imei';
  const shared = isShared ? await readSharedDevices(reader, scope) : new Map<string, number>();
  const given = conditionsFor(filter, scope, shared);
  const few = await readFew(reader, scope, { given, few: fewPages * size });
  const counted = few ?? (await countThings(reader, scope, given));
  const where: readonly RawBuilder<boolean | null>[] = [
    ...given.within,
    ...given.fulfilled,
    ...(few ? [isInList(scope.kind, sql`t.iccid`, few.iccids)] : []),
  ];
  const read = (
    columns: RawBuilder<unknown>,
    and: readonly RawBuilder<boolean>[],
    end: RawBuilder<unknown>,
  ) =>
    counted.count === 0
      ? []
      : readRows<Row>(reader, scope, { columns, where: [...where, ...and], end });
  const page = await readKeysetPage<Row, IccidKey>({
    before: before === undefined ? null : { iccid: before },
    size,
    keyOf: ({ iccid }) => ({ iccid }),
    following: async (limit) =>
      read(
        sql`t.*, ${notFoundSince(scope)} as not_found_since`,
        before === undefined ? [] : [sql<boolean>`t.iccid > ${before}`],
        sql`order by t.iccid limit ${limit}`,
      ),
    preceding: async ({ iccid }, limit) =>
      read(
        sql`t.iccid as iccid`,
        [sql<boolean>`t.iccid <= ${iccid}`],
        sql`order by t.iccid desc limit ${limit}`,
      ),
  });
  const changes =
    check === 'other-device' ? await readDeviceChanges(reader, scope, page.rows) : undefined;
  const locks = new Map(scope.groups.groups.map((group) => [group.groupId, group]));
  return {
    ...page,
    rows: page.rows.map((row) => {
      const group = check === 'outside-lock' ? locks.get(row.groupId ?? '') : undefined;
      const prefix = group && activePrefix(group);
      return {
        ...readInventory(row),
        ...(group && prefix !== undefined && { lock: { prefix, seenAt: group.seenAt } }),
        ...(changes && { deviceChange: changes.get(row.iccid) ?? unkeptChange(row) }),
        ...(isShared && { alsoOn: (shared.get(row.device ?? '') ?? 1) - 1 }),
      };
    }),
    count: counted.count,
    leftOut: counted.leftOut,
  };
}

type DeviceChange = NonNullable<InventoryThings['things'][number]['deviceChange']>;

/** Each SIM's latest device change, if still stored. */
async function readDeviceChanges(
  { run }: RecordReader,
  { customerId, keptSince }: FleetScope,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, DeviceChange>> {
  if (rows.length === 0) return new Map();
  const changedAt = new Map(rows.map(({ iccid, deviceChangedAt }) => [iccid, deviceChangedAt]));
  const events = await run((db) =>
    db
      .selectFrom('thingEvents')
      .select(['iccid', 'beforeValue as before', 'since', 'noticedAt as at'])
      .where('customerId', '=', customerId)
      .where('iccid', 'in', [...changedAt.keys()])
      .where('kind', 'in', ['other-device', 'other-model'])
      .where('noticedAt', '>=', keptSince)
      .execute(),
  );
  const newest = events.filter(({ iccid, at }) => at === changedAt.get(iccid));
  return new Map(newest.map(({ iccid, ...change }) => [iccid, change]));
}

function unkeptChange({ deviceChangedAt }: Row): DeviceChange {
  return { before: null, since: null, at: deviceChangedAt ?? 0 };
}

/** The SIMs that a query is about, and its conditions on them. */
function conditionsFor(
  { check, where = [], iccid }: SimsFilter,
  scope: FleetScope,
  shared: SharedDevices,
) {
  const checked = check && checkCondition(check, scope, shared);
  // A query for a single SIM returns it even if it is no longer found, and an alert may be about just such SIMs.
  const isOfAll = iccid !== undefined || where.some(({ field }) => field === 'alert');
  const within = checked?.within ?? (isOfAll ? isKept(scope) : isFound(scope));
  const { fulfilled, unknown } = conditionsSql(where, scope);
  return {
    within: [within, ...(iccid === undefined ? [] : [sql<boolean>`t.iccid = ${iccid}`])],
    fulfilled: checked ? [sql<boolean | null>`(${checked.isTrue})`, ...fulfilled] : fulfilled,
    unknown: checked ? [sql<boolean>`(${checked.isTrue}) is null`, ...unknown] : unknown,
  };
}

type Given = ReturnType<typeof conditionsFor>;

/** The number of SIMs that meet all conditions, and of SIMs that might. */
interface Counts {
  readonly count: number;
  readonly leftOut: number;
}

/** Whether a SIM meets all conditions; null if none rules it out, but too little is known to decide. */
function fulfilsAll({ fulfilled }: Given): RawBuilder<boolean | null> {
  // SQL's "and" has the same three results.
  return sql`(${sql.join([sql`1 = 1`, ...fulfilled], sql` and `)})`;
}

/**
 * The SIMs that meet all conditions, if they and the SIMs that might are few; if not, undefined. To find only a few
 * SIMs, the whole fleet has to be searched, so one search counts and finds them. Among many, a page is found quickly.
 */
async function readFew(
  reader: RecordReader,
  scope: FleetScope,
  { given, few }: { readonly given: Given; readonly few: number },
): Promise<(Counts & { readonly iccids: readonly string[] }) | undefined> {
  const isMatch = fulfilsAll(given);
  const rows = await readRows<{ iccid: string; isMatch: boolean | number | null }>(reader, scope, {
    columns: sql`t.iccid as iccid, ${isMatch} as is_match`,
    where: [...given.within, sql`${isMatch} is not false`],
    end: sql`limit ${few + 1}`,
  });
  if (rows.length > few) return undefined;
  const iccids = rows.flatMap((row) => (row.isMatch === null ? [] : row.iccid));
  return { iccids, count: iccids.length, leftOut: rows.length - iccids.length };
}

async function countThings(reader: RecordReader, scope: FleetScope, given: Given): Promise<Counts> {
  const isMatch = fulfilsAll(given);
  // Usually false, so the conditions are rarely checked twice.
  const isUnknown = sql.join([sql`1 = 0`, ...given.unknown], sql` or `);
  const [counted] = await readRows<Counts>(reader, scope, {
    columns: sql`count(*) filter (where ${isMatch}) as count,
      count(*) filter (where (${isUnknown}) and ${isMatch} is null) as left_out`,
    where: given.within,
  });
  return counted ?? { count: 0, leftOut: 0 };
}

/** When the first complete scan ended that had started after the last list with this SIM. */
function notFoundSince({ customerId, foundSince }: FleetScope): RawBuilder<number | null> {
  return sql`(select min(ended_at) from (select r.ended_at from fleet_readings as r
    where r.customer_id = ${customerId} and r.state = 'complete' and r.started_at > t.answered_at
    and r.started_at <= ${foundSince} order by r.started_at limit ${maxOverlapping}) as next)`;
}

function readInventory(row: Row): InventoryThing {
  const { values, lastImei, dataSince, firstSeenAt, answeredAt } = readThing(row);
  return {
    iccid: row.iccid,
    values,
    firstSeenAt,
    seenAt: answeredAt,
    dataSince,
    lastImei: lastImei !== undefined && values.imei === '' ? lastImei : null,
    notFoundSince: row.notFoundSince,
  };
}

/** The context of one SIM; undefined if no list has shown it. */
export async function readNeighbours(
  reader: RecordReader,
  scope: FleetScope,
  iccid: string,
): Promise<InventoryNeighbours | undefined> {
  const [row] = await readRows<Row>(reader, scope, {
    columns: sql`t.*, ${notFoundSince(scope)} as not_found_since`,
    where: [sql`t.iccid = ${iccid}`, isKept(scope)],
  });
  if (!row) return undefined;
  const { device, cell, locatedAt, groupId } = row;
  const isOther = [sql<boolean>`t.iccid <> ${iccid}`, isFound(scope)];
  const same =
    device === null
      ? []
      : await readRows<{ iccid: string }>(reader, scope, {
          by: 'device',
          columns: sql`t.iccid as iccid`,
          where: [...isOther, sql`t.device = ${device} and t.device is not null`],
          end: sql`order by t.iccid limit ${maxCounted}`,
        });
  // A SIM that no later list has shown may have been active since, so it counts as silent only after a day.
  const silentMs =
    locatedAt !== null && scope.now - locatedAt > day ? day - togetherMs : togetherMs;
  const [mates] =
    cell === null || locatedAt === null
      ? []
      : await readRows<{ sims: number; together: number }>(reader, scope, {
          columns: sql`count(*) as sims, count(*) filter (where t.located_at
            between ${locatedAt - togetherMs} and ${locatedAt + togetherMs}
            and t.asked_at > t.located_at + ${silentMs}) as together`,
          where: [...isOther, sql`t.cell = ${cell}`],
        });
  const group = scope.groups.groups.find((one) => one.groupId === groupId);
  return {
    thing: readInventory(row),
    sameDevice: {
      iccids: same.slice(0, maxSameDevice).map((other) => other.iccid),
      count: same.length,
    },
    lock:
      group?.isLocked === undefined
        ? null
        : { isLocked: group.isLocked, prefix: group.prefix ?? null, seenAt: group.seenAt },
    cell: mates ? { sims: mates.sims, silentTogether: mates.together } : null,
  };
}
