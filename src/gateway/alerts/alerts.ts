import { sql } from 'kysely';

import type { Acknowledgement, Alert, AlertsPage } from '#contract/alerts.ts';

import { countOf } from '../db/countOf.ts';
import type { Database } from '../db/database.ts';
import type { HistoryLimits } from '../db/historyLimits.ts';
import type { Page, PageAsked } from '../db/keysetPage.ts';
import { removeAll, removeSome } from '../db/removeSome.ts';
import type { FleetScopes } from '../inventory/inventoryQueries.ts';
import type { FleetLimits } from '../inventory/thingSnapshots.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import { readDestinations } from './alertDeliveries.ts';
import { type AlertsFilter, readAlertsPage } from './alertsPage.ts';
import { createCompareScan } from './compareScan.ts';
import { writeTestMessages } from './messages.ts';

/** The alert that a user acknowledges. */
interface AlertKey {
  readonly customerId: string;
  readonly id: string;
}

/** Alerts: checks that have found SIMs that the previous complete scan had not found. */
export function createAlerts(
  database: Database,
  scopes: FleetScopes,
  given: {
    readonly fleet: FleetLimits;
    readonly history: Pick<HistoryLimits, 'historyMs'>;
    readonly alerts: AlertConfig;
  },
) {
  const { run, now } = database;
  const { fleet, history, alerts: config } = given;
  const { checks } = config;
  const keptSince = () => sql<number>`${now()} - ${fleet.fleetMs}`;

  async function page({ signal, ...options }: PageAsked<AlertsFilter>): Promise<Page<Alert>> {
    const { customerId } = options.filter;
    const reader = database.reader({ customerId, signal });
    const groups = await scopes.groupsOf(reader, customerId);
    return readAlertsPage(reader, { checks, fleet, history, groups }, options);
  }

  /** Open alerts. Few alerts are unresolved, so a partial index contains only these. */
  function countOpen(customerId?: string): Promise<number> {
    return run((db) => {
      const open = db
        .selectFrom('alerts')
        .where('resolvedAt', 'is', null)
        .where('state', '=', 'open')
        .where('checkName', 'in', [...checks]);
      return countOf(customerId === undefined ? open : open.where('customerId', '=', customerId));
    });
  }

  return {
    compareScan: createCompareScan(database, scopes, given),
    page,
    /** @param customerId omit for all customers */
    countOpen,

    /** Undefined if the customer has no such alert. */
    async find({ customerId, id }: AlertKey): Promise<Alert | undefined> {
      const { rows } = await page({ filter: { customerId, id }, before: null, size: 1 });
      return rows[0];
    },

    /** What the first complete scan found, and where messages go. */
    async setting(
      customerId: string,
      signal?: AbortSignal,
    ): Promise<Pick<AlertsPage, 'first' | 'destinations' | 'tests'>> {
      const reader = database.reader({ customerId, signal });
      const rows = await reader.run((db) =>
        db
          .selectFrom('alertChecks')
          .select(['checkName as check', 'firstAt', 'firstSims'])
          .where('customerId', '=', customerId)
          .where('checkName', 'in', [...checks])
          .where('scanStartedAt', '>', keptSince())
          .orderBy('checkName')
          .execute(),
      );
      const times = rows.flatMap(({ firstAt }) => firstAt ?? []);
      const at = Math.min(...times);
      // A check that was added later has a first scan of its own.
      const first = rows.filter(({ firstAt }) => firstAt === at);
      const found = first.map(({ check, firstSims }) => ({ check, sims: firstSims ?? 0 }));
      return {
        first: times.length === 0 ? null : { at, found },
        ...(await readDestinations(reader, config, customerId)),
      };
    },

    /** Acknowledges an alert, unless it has changed since the given revision or is resolved. */
    async acknowledge(
      { customerId, id }: AlertKey,
      { username, note, revision }: Acknowledgement & { readonly username: string },
    ): Promise<void> {
      await run((db) =>
        db
          .updateTable('alerts')
          .set({
            state: 'acknowledged',
            ackUsername: username,
            ackAt: now(),
            ackNote: note,
            revision: revision + 1,
          })
          .where('customerId', '=', customerId)
          .where('id', '=', id)
          .where('revision', '=', revision)
          .where('resolvedAt', 'is', null)
          .where('checkName', 'in', [...checks])
          .execute(),
      );
    },

    /** Writes a test message for each destination. @returns how many were written */
    sendTest: (about: { readonly customerId: string; readonly username: string }) =>
      writeTestMessages(database, config, about),

    /** Erases a customer's alerts and the messages about them. @returns how many alerts there were */
    async erase(customerId: string): Promise<number> {
      const where = sql<boolean>`customer_id = ${customerId}`;
      await removeAll(database, { table: 'alertMessages', where });
      await removeAll(database, { table: 'alertChecks', where });
      return removeAll(database, { table: 'alerts', where });
    },

    /** Removes some expired alerts and messages. @returns the largest number of removed rows of one kind */
    removeOld: () =>
      removeSome(
        database,
        { table: 'alertMessages', where: sql`created_at < ${keptSince()}`, age: 'created_at' },
        { table: 'alerts', where: sql`resolved_at < ${keptSince()}`, age: 'resolved_at' },
        // After that long without a complete scan, the next one is not compared with anything.
        {
          table: 'alerts',
          where: sql`resolved_at is null and not exists (select 1 from alert_checks as c
            where c.customer_id = alerts.customer_id and c.check_name = alerts.check_name
            and c.scan_started_at >= ${keptSince()})`,
        },
        {
          table: 'alertChecks',
          where: sql`scan_started_at > 0 and scan_started_at < ${keptSince()}`,
        },
      ),
  };
}
