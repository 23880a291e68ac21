import * as z from 'zod/mini';

import type { waitingAlerts, waitingAlertsPath } from '#contract/alerts.ts';
import { parseJson } from '#lib/json.ts';

import type { RecordsAccess } from './client.ts';
import { malformed } from './errors.ts';

/** Repeated here and type-checked, because importing them would load the alert schemas on every page. */
const route: typeof waitingAlertsPath = '/session/alerts';
const answer: typeof waitingAlerts = z.object({ waiting: z.int() });

export type WaitingAlertsApi = ReturnType<typeof waitingAlertsApi>;

/** The number of alerts in the navigation. */
export function waitingAlertsApi(records: RecordsAccess) {
  return {
    /**
     * How many alerts are open; 0 until the service has confirmed the customer id, and once the session has ended.
     * Nobody asked for this number, so it neither extends the session nor costs a call to the service.
     *
     * @throws {ApiError}
     */
    async read(signal: AbortSignal): Promise<number> {
      const call = { method: 'GET', route, background: true, signal } as const;
      const response = await records.send(call);
      if (response.status === 204) return 0;
      const read = answer.safeParse(parseJson(response.text));
      if (!read.success) throw malformed(call, response);
      return read.data.waiting;
    },
  };
}
