import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely';

import type { Alert, AlertsQuery } from '#contract/alerts.ts';
import type { FleetCheck } from '#contract/inventory.ts';
import { applyEach, type ForEach } from '#lib/applyEach.ts';

import type { HistoryLimits } from '../db/historyLimits.ts';
import { type Page, type PageAsked, readTimePage } from '../db/keysetPage.ts';
import type { RecordReader } from '../db/recordReads.ts';
import type { Tables } from '../db/tables.ts';
import type { SeenGroups } from '../inventory/groupLocks.ts';
import type { FleetLimits } from '../inventory/thingSnapshots.ts';
import { readDeliveries } from './alertDeliveries.ts';
import { causedSims, freshSims, largestGroups, readGroupSims } from './freshSims.ts';
import { readLockCause } from './lockCause.ts';

export type AlertsFilter = Pick<AlertsQuery, 'check' | 'state'> & {
  readonly customerId: string;
  readonly id?: string | undefined;
};

/** What decides which alerts are shown, and what is known about them. */
export interface AlertsScope {
  readonly checks: readonly FleetCheck[];
  readonly fleet: FleetLimits;
  readonly history: Pick<HistoryLimits, 'historyMs'>;
  /** For the groups' names. */
  readonly groups: SeenGroups;
}

type AlertRow = Selectable<Tables['alerts']>;
type AlertsBuilder = ExpressionBuilder<Tables, 'alerts'>;

const conditions: ForEach<AlertsFilter, Expression<SqlBool>, AlertsBuilder> = {
  customerId: (customerId, eb) => eb('customerId', '=', customerId),
  id: (id, eb) => eb('id', '=', id),
  check: (check, eb) => eb('checkName', '=', check),
  state: (state, eb) => eb('state', '=', state),
};

/**
 * A page of alerts, newest first. Those of checks that `ALERT_CHECKS` no longer names are hidden, because no scan would
 * ever resolve them.
 */
export async function readAlertsPage(
  reader: RecordReader,
  scope: AlertsScope,
  { filter, ...asked }: Omit<PageAsked<AlertsFilter>, 'signal'>,
): Promise<Page<Alert>> {
  const { now, isWanted } = reader;
  const shown = (eb: AlertsBuilder) =>
    eb.and([
      isWanted,
      eb('checkName', 'in', [...scope.checks]),
      eb.or([
        eb('resolvedAt', 'is', null),
        eb('resolvedAt', '>', sql<number>`${now()} - ${scope.fleet.fleetMs}`),
      ]),
      ...applyEach(conditions, filter, eb),
    ]);
  const page = await readTimePage(reader, 'openedAt', asked, (db) =>
    db.selectFrom('alerts').selectAll().where(shown),
  );
  return { ...page, rows: await withDetails(reader, scope, page.rows) };
}

async function withDetails(
  reader: RecordReader,
  { groups, history }: AlertsScope,
  rows: readonly AlertRow[],
): Promise<readonly Alert[]> {
  const [first] = rows;
  if (!first) return [];
  const { customerId } = first;
  const of = sql<string>`a.id`;
  const fresh = await readGroupSims(reader, { of, from: freshSims(customerId) });
  const caused = await readGroupSims(reader, { of, from: causedSims(customerId) });
  const ids = rows.map(({ id }) => id);
  const deliveries = await readDeliveries(reader, ids);
  const alerts = rows.map(async (row): Promise<Alert> => {
    const own = fresh.filter((group) => group.of === row.id);
    const groupIds = caused.flatMap(({ of: alertId, id }) =>
      alertId === row.id ? (id ?? []) : [],
    );
    const { causeSince: after, grownAt: until } = row;
    return {
      ...readRow(row),
      fresh: own.reduce((sum, { sims }) => sum + sims, 0),
      groups: [...largestGroups(own, groups)],
      cause:
        groupIds.length > 0
          ? await readLockCause(reader, history, { customerId, groupIds, after, until })
          : null,
      deliveries: [...(deliveries.get(row.id) ?? [])],
    };
  });
  return Promise.all(alerts);
}

function readRow(row: AlertRow) {
  const { id, checkName: check, state, openedAt, grownAt, resolvedAt, sims, worst } = row;
  const { ackUsername: username, ackAt: at, ackNote: note, revision } = row;
  const acknowledged = username === null || at === null ? null : { username, at, note: note ?? '' };
  const times = { openedAt, grownAt, resolvedAt };
  return { id, check, state, ...times, sims, worst, acknowledged, revision };
}
