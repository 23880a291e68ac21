import { type RawBuilder, sql } from 'kysely';

import type { SimCondition, SimFieldName, SimRelation } from '#contract/simConditions.ts';
import { leadingDigits } from '#identifiers/imei.ts';

import { isNewIn } from '../alerts/freshSims.ts';
import type { RecordReader } from '../db/recordReads.ts';
import { isInList } from './groupLocks.ts';
import type { FleetScope } from './inventoryChecks.ts';

type Kind = RecordReader['kind'];
/** Null if too little is known. */
type Answer = RawBuilder<boolean | null>;

/** The SQL of a field, on a row `t` of `things_seen`. */
interface FieldSql {
  /** A string, empty if the service reported none, or a time; null if it is unknown. */
  readonly value: RawBuilder<unknown>;
  /** Whether the field has one of the values; only set if comparing them is not enough. */
  readonly isAmong?: (scope: FleetScope, values: readonly string[]) => Answer;
  /** Whether the field is not empty; only set if the field is not a column. */
  readonly isGiven?: (scope: FleetScope) => Answer;
}

/** Each field; leaving one out is a compile error. */
const fields: Readonly<Record<SimFieldName, FieldSql>> = {
  group: { value: sql`t.group_id` },
  state: { value: sql`t.state` },
  block: {
    value: sql`t.blocks`,
    // Most SIMs have no flag and need no search.
    isAmong: (_, flags) => sql`(t.blocks <> '' and (${sql.join(flags.map(hasFlag), sql` or `)}))`,
  },
  // An IMEI is stored as digits, or as an empty string.
  imei: {
    value: sql`t.imei`,
    isAmong: ({ kind }, imeis) =>
      isOneOf(
        kind,
        sql`substr(t.imei, 1, 14)`,
        imeis.flatMap((imei) => leadingDigits(imei) ?? []),
      ),
  },
  tac: { value: sql`substr(t.imei, 1, 8)` },
  imsi: { value: sql`t.imsi` },
  network: { value: sql`t.network` },
  located: { value: sql`t.located_at` },
  'first-listed': { value: sql`t.first_seen_at` },
  'last-listed': { value: sql`t.answered_at` },
  // Two lists with a device are needed to see a change; if they show no change, the device has never changed.
  'device-change': {
    value: sql`coalesce(t.device_changed_at,
      case when t.last_imei is not null and t.answered_at > t.first_seen_at then 0 end)`,
  },
  note: {
    // Never unknown.
    value: sql`''`,
    // Not correlated, so that the database reads the notes once.
    isGiven: ({ customerId, notesSince }) =>
      sql`t.iccid in (select n.iccid from thing_notes as n
        where n.customer_id = ${customerId} and n.changed_at > ${notesSince})`,
  },
  alert: {
    value: sql`''`,
    isAmong: ({ customerId }, [id = '']) => isNewIn(customerId, id),
  },
};

type Relation = (field: FieldSql, values: readonly string[], scope: FleetScope) => Answer;

const isAmong: Relation = ({ value, isAmong: own }, values, scope) =>
  own ? own(scope, values) : isOneOf(scope.kind, value, values);
const isNotAmong: Relation = (...given) => sql`not ${isAmong(...given)}`;

/** Each relation; leaving one out is a compile error. */
const relations: Readonly<Record<SimRelation, Relation>> = {
  is: isAmong,
  'is-not': isNotAmong,
  'any-of': isAmong,
  'none-of': isNotAmong,
  'begins-with': ({ value }, [start = '']) =>
    sql`substr(${value}, 1, ${sql.lit(Array.from(start).length)}) = ${start}`,
  empty: ({ value, isGiven }, _, scope) =>
    isGiven ? sql`not ${isGiven(scope)}` : sql`${value} = ''`,
  'not-empty': ({ value, isGiven }, _, scope) => isGiven?.(scope) ?? sql`${value} <> ''`,
  unknown: ({ value }) => sql`${value} is null`,
  'older-than': ({ value }, days, { now }) => sql`${value} < ${before(now, days)}`,
  within: ({ value }, days, { now }) => sql`${value} >= ${before(now, days)}`,
};

const day = 24 * 60 * 60_000;

/** Conditions on a row `t` of `things_seen`. */
export interface ConditionsSql {
  /**
   * Each condition, null if too little is known about the SIM, in the order in which they are checked: a database stops
   * at the first that is false. Those that exclude values come last, because they are rarely false.
   */
  readonly fulfilled: readonly RawBuilder<boolean | null>[];
  /** For each field that a condition compares, whether too little is known. */
  readonly unknown: readonly RawBuilder<boolean>[];
}

export function conditionsSql(
  conditions: readonly SimCondition[],
  scope: FleetScope,
): ConditionsSql {
  const needed = conditions.filter(({ relation }) => relation !== 'unknown');
  return {
    fulfilled: conditions
      .toSorted((a, b) => Number(isExclusion(a)) - Number(isExclusion(b)))
      .map(
        ({ field, relation, values }) =>
          sql`(${relations[relation](fields[field], values, scope)})`,
      ),
    unknown: [...new Set(needed.map(({ field }) => field))].map(
      (field) => sql`${fields[field].value} is null`,
    ),
  };
}

function isExclusion({ relation }: SimCondition): boolean {
  return relation === 'is-not' || relation === 'none-of' || relation === 'not-empty';
}

function before(now: number, [days]: readonly string[]): number {
  return now - Number(days) * day;
}

function isOneOf(kind: Kind, value: RawBuilder<unknown>, values: readonly string[]): Answer {
  const [only] = values;
  return values.length === 1 ? sql`${value} = ${only}` : isInList(kind, value, values);
}

function hasFlag(flag: string): RawBuilder<boolean> {
  const flags = sql`',' || t.blocks || ','`;
  return sql`replace(${flags}, ${`,${flag},`}, '') <> ${flags}`;
}
