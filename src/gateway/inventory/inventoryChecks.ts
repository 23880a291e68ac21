import { type RawBuilder, sql } from 'kysely';

import type { FleetCheck } from '#contract/inventory.ts';

import type { RecordReader } from '../db/recordReads.ts';
import { groupConditions, isInList, type SeenGroups } from './groupLocks.ts';

/** Whose SIMs a statement is about, and when lists must have shown them. */
export interface SimsScope {
  readonly kind: RecordReader['kind'];
  readonly customerId: string;
  /** The database's clock. */
  readonly now: number;
  /** Start of the last complete scan, or 0. SIMs that no list has shown since then count as not found. */
  readonly foundSince: number;
  /** SIMs that no list has shown since this time are hidden, even before they are removed. */
  readonly keptSince: number;
}

/** The same for statements that depend on the groups' locks. */
export interface FleetScope extends SimsScope {
  readonly groups: SeenGroups;
  /** Notes that have not changed since this time are hidden. */
  readonly notesSince: number;
}

/** Conditions on a row `t` of `things_seen`. */
export interface CheckCondition {
  /** Whether the check finds the SIM; null if too little is known. */
  readonly isTrue: RawBuilder<boolean | null>;
  /** SIMs that are no longer found appear in the check "not-found" only. */
  readonly within: RawBuilder<boolean>;
  /** Whether the check surely no longer finds a SIM about which it can say nothing now. */
  readonly isGone?: RawBuilder<boolean>;
}

const day = 24 * 60 * 60_000;
const recentDays = 7;

/** SIMs shown by the last complete scan or by a later list. */
export function isFound({ foundSince, keptSince }: SimsScope): RawBuilder<boolean> {
  return sql`t.answered_at >= ${Math.max(foundSince, keptSince)}`;
}

/** SIMs in the inventory, found or not. */
export function isKept({ keptSince }: FleetScope): RawBuilder<boolean> {
  return sql`t.answered_at >= ${keptSince}`;
}

/** The rows for a statement about a customer's SIMs `t`. */
export async function readRows<Row>(
  { run, isWanted }: RecordReader,
  { customerId, kind }: SimsScope,
  given: {
    readonly columns: RawBuilder<unknown>;
    /** Without this hint, SQLite scans all SIMs, because it has no statistics. The device must not be null. */
    readonly by?: 'device';
    readonly where?: readonly RawBuilder<boolean | null>[];
    /** SQL that follows the conditions. */
    readonly end?: RawBuilder<unknown>;
  },
): Promise<readonly Row[]> {
  const { columns, by, where = [], end = sql`` } = given;
  const isHinted = by === 'device' && kind === 'sqlite';
  // Asking at each row whether the result is still wanted takes half as long as reading the row, so SQLite asks only at
  // rows answered in one of every 64 milliseconds; the device index does not have that time.
  const isStillWanted =
    kind === 'sqlite' && !isHinted ? sql`(t.answered_at & 63 or ${isWanted})` : isWanted;
  const conditions = sql.join(
    [sql`t.customer_id = ${customerId}`, isStillWanted, ...where],
    sql` and `,
  );
  const from = sql`things_seen as t ${isHinted ? sql`indexed by things_seen_device` : sql``}`;
  const statement = sql<Row>`select ${columns} from ${from} where ${conditions} ${end}`;
  return (await run((db) => statement.execute(db))).rows;
}

/** @param shared the shared devices, for the check `shared-imei` */
export function checkCondition(
  check: FleetCheck,
  scope: FleetScope,
  shared: SharedDevices = new Map(),
): CheckCondition {
  const { now, kind, groups, foundSince } = scope;
  const ofFound = (isTrue: RawBuilder<boolean | null>) => ({ isTrue, within: isFound(scope) });
  const ifKnown = (known: RawBuilder<boolean>, found: RawBuilder<boolean | null>) =>
    ofFound(sql`case when ${known} then coalesce(${found}, ${sql.lit(false)}) end`);
  const silent = (days: number) => ofFound(sql`t.located_at < ${now - days * day}`);

  switch (check) {
    case 'outside-lock':
      return ofFound(groupConditions(kind, groups).mayLose);
    case 'shared-imei':
      return {
        ...ifKnown(sql`t.device is not null`, isInList(kind, sql`t.device`, [...shared.keys()])),
        isGone: sql`t.imei = ''`,
      };
    case 'no-imei':
      return ifKnown(sql`t.imei is not null`, sql`t.imei = '' and t.last_imei is null`);
    case 'silent-7':
      return silent(7);
    case 'silent-30':
      return silent(30);
    case 'silent-90':
      return silent(90);
    case 'same-data':
      return ifKnown(
        sql`t.data_at - coalesce(t.data_first_at, t.data_since) >= ${day}`,
        sql`t.data_at - t.data_since >= ${day}`,
      );
    case 'suspended-counting':
      return ifKnown(
        sql`t.state is not null and (upper(t.state) <> 'SUSPENDED' or t.data_at > t.suspended_since)`,
        sql`t.data > t.suspended_data`,
      );
    case 'blocked':
      return ofFound(sql`t.blocks <> ''`);
    case 'other-device':
      return ifKnown(
        sql`t.last_imei is not null and t.answered_at > t.first_seen_at`,
        sql`t.device_changed_at >= ${now - recentDays * day}`,
      );
    case 'unlisted-group':
      return ofFound(groupConditions(kind, groups).isUnlisted);
    case 'not-found':
      return {
        isTrue: foundSince > 0 ? sql`t.answered_at < ${foundSince}` : sql`null`,
        within: isKept(scope),
      };
  }
}

/**
 * Devices that several SIMs report, with the number of SIMs. The index yields the few devices shared by several SIMs,
 * found or not; only for these are the found SIMs then counted.
 */
export async function readSharedDevices(
  reader: RecordReader,
  scope: FleetScope,
): Promise<SharedDevices> {
  const shared = {
    by: 'device',
    columns: sql`t.device as device, count(*) as sims`,
    end: sql`group by t.device having count(*) > 1`,
  } as const;
  const isKnown = sql<boolean>`t.device is not null`;
  const all = await readRows<SharedDevice>(reader, scope, { ...shared, where: [isKnown] });
  if (all.length === 0) return new Map();
  const devices = all.map(({ device }) => device);
  const rows = await readRows<SharedDevice>(reader, scope, {
    ...shared,
    where: [isKnown, isInList(scope.kind, sql`t.device`, devices), isFound(scope)],
  });
  return new Map(rows.map(({ device, sims }) => [device, sims]));
}

export type SharedDevices = ReadonlyMap<string, number>;

interface SharedDevice {
  readonly device: string;
  readonly sims: number;
}
