import { type RawBuilder, sql } from 'kysely';

import { type Alert, maxAlertGroups } from '#contract/alerts.ts';

import type { RecordReader } from '../db/recordReads.ts';
import type { SeenGroups } from '../inventory/groupLocks.ts';

/** The tables and conditions for a customer's fresh SIMs `s` of alerts `a` that nobody has acknowledged. */
export function freshSims(customerId: string): RawBuilder<unknown> {
  return sql`${newerSims(customerId, sql`a.fresh_after`)} and a.state = 'open'`;
}

/** The same for the SIMs with which lock alerts opened or last grew, whether or not somebody has acknowledged them. */
export function causedSims(customerId: string): RawBuilder<unknown> {
  return sql`${newerSims(customerId, sql`a.cause_since`)} and a.check_name = 'outside-lock'`;
}

/**
 * SIMs of unresolved alerts. A resolved alert has none: those of its check belong to a later alert. SIMs of a scan that
 * is still being compared belong to no alert yet.
 */
function newerSims(customerId: string, after: RawBuilder<number>): RawBuilder<unknown> {
  return sql`alerts as a
    join alert_checks as c on c.customer_id = a.customer_id and c.check_name = a.check_name
    join alert_sims as s on s.customer_id = a.customer_id and s.check_name = a.check_name
      and s.scan_started_at > ${after} and s.scan_started_at <= c.scan_started_at
      and a.customer_id = ${customerId} and a.resolved_at is null`;
}

/**
 * SIMs `t` that are fresh in this alert, or were when somebody acknowledged it: links in messages are opened later.
 * Not correlated, so that the database reads them once.
 */
export function isNewIn(customerId: string, alertId: string): RawBuilder<boolean> {
  const sims = newerSims(customerId, sql`a.fresh_after`);
  return sql`t.iccid in (select s.iccid from ${sims} where a.id = ${alertId})`;
}

/** SIMs in one Thing Group. */
export type GroupSims = Alert['groups'][number];

/** Some SIMs of an alert or a check, by Thing Group. */
interface GroupedSims extends GroupSims {
  readonly of: string;
}

/**
 * Counts SIMs `s` by group.
 *
 * @param given.of the column whose values the counts are for
 * @param given.from tables with the SIMs `s`
 */
export async function readGroupSims(
  { run, isWanted }: RecordReader,
  { of, from }: { readonly of: RawBuilder<string>; readonly from: RawBuilder<unknown> },
): Promise<readonly GroupedSims[]> {
  const counted = sql<GroupedSims>`select ${of} as of, t.group_id as id,
      max(t.group_name) as name, count(*) as sims
    from ${from} join things_seen as t on t.customer_id = s.customer_id and t.iccid = s.iccid
      and ${isWanted}
    group by ${of}, t.group_id`;
  return (await run((db) => counted.execute(db))).rows;
}

/** The largest groups, with their names in the newest list of groups. */
export function largestGroups(
  grouped: readonly GroupSims[],
  { groups }: SeenGroups,
): readonly GroupSims[] {
  const listed = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  return grouped
    .toSorted((a, b) => b.sims - a.sims || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
    .slice(0, maxAlertGroups)
    .map(({ id, name, sims }) => ({ id, name: listed.get(id ?? '') ?? name, sims }));
}
