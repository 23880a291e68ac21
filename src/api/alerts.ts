import * as z from 'zod/mini';

import {
  alert,
  alertsPage,
  alertsParameters,
  alertsPath,
  testMessagePath,
  type Acknowledgement,
  type Alert,
  type AlertsPage,
  type AlertsQuery,
} from '#contract/alerts.ts';
import { maxPageSize } from '#contract/parameters.ts';

import {
  confirmedRead,
  confirmedWrite,
  itemOf,
  ofGateway,
  type Readable,
  readable,
  type RecordsApi,
  searchOf,
  sendForRecords,
} from './records.ts';

export {
  alertsParameters,
  maxAlertGroups,
  maxAlertNote,
  type Alert,
  type AlertsQuery,
  type AlertState,
  type Delivery,
  type Destination,
} from '#contract/alerts.ts';

export type AlertsList = Readable<AlertsPage>;

/** The newest test message to a destination. */
export type TestMessage = AlertsPage['tests'][number];

/** What the first complete scan found. */
export type FirstScan = NonNullable<AlertsPage['first']>;

export type AlertsApi = ReturnType<typeof createAlertsApi>;

const { checks, destinations, tests, first } = alertsPage.shape;
const { found } = first.def.innerType.shape;
const rows = z.array(z.unknown());
const frame = z.extend(alertsPage, {
  alerts: rows,
  checks: rows,
  destinations: rows,
  tests: rows,
  first: z.nullable(z.object({ at: z.number(), found: rows })),
});

/** Undefined with static hosting: only a gateway compares scans. */
export const alertsApi = ofGateway(createAlertsApi);

/**
 * The alerts that the gateway opens after complete scans. Nothing here requests SIMs from the service; a session whose
 * customer id is not confirmed yet reads the Thing Groups first.
 *
 * Every method throws an ApiError.
 */
function createAlertsApi(api: RecordsApi) {
  async function list(query: AlertsQuery, signal: AbortSignal): Promise<AlertsList> {
    const request = {
      method: 'GET',
      route: alertsPath,
      query: searchOf(alertsParameters, query),
      signal,
    } as const;
    const page = await confirmedRead(api, () => sendForRecords(api, request, frame), signal);
    const alerts = readable<Alert>(page.alerts, alert);
    return {
      ...page,
      alerts,
      unreadable: page.alerts.length - alerts.length,
      checks: readable(page.checks, checks.def.element),
      destinations: readable(page.destinations, destinations.def.element),
      tests: readable(page.tests, tests.def.element),
      first: page.first && { ...page.first, found: readable(page.first.found, found.def.element) },
    };
  }

  return {
    list,

    /** The alert as it is now; undefined if it is not on the newest page of its check. */
    async find({ id, check }: Pick<Alert, 'id' | 'check'>, signal: AbortSignal) {
      const { alerts } = await list({ check, size: maxPageSize }, signal);
      return alerts.find((one) => one.id === id);
    },

    /** Fails with the code `alert_changed` if the alert has a different revision by then. */
    acknowledge(id: string, body: Acknowledgement): Promise<Alert> {
      const request = { method: 'PUT', ...itemOf(alertsPath, id), body } as const;
      return confirmedWrite(api, () => sendForRecords(api, request, alert));
    },

    /** Has the gateway send a test message to each destination; the list then has the outcomes. */
    sendTest: (): Promise<unknown> =>
      confirmedWrite(api, () => api.records.send({ method: 'POST', route: testMessagePath })),
  };
}
