import { waitingAlerts, waitingAlertsPath } from '#contract/alerts.ts';

import type { RecordsAccess } from './client.ts';
import { sendForRecords } from './records.ts';

/** The number of alerts in the navigation. In a file of its own, because it is read on every page. */
export function waitingAlertsApi(records: RecordsAccess) {
  return {
    /**
     * How many alerts wait for somebody. Nobody asked for this number, so it neither extends the session nor costs a
     * call to the service: until this tab has had a response, the customer id may not be confirmed, and it is 0.
     *
     * @throws {ApiError}
     */
    async read(signal: AbortSignal): Promise<number> {
      if (records.isUnconfirmed === true && !(await isAnswered(records))) return 0;
      const call = { method: 'GET', route: waitingAlertsPath, background: true, signal } as const;
      return (await sendForRecords({ records }, call, waitingAlerts)).waiting;
    },
  };
}

async function isAnswered({ lastCall }: RecordsAccess): Promise<boolean> {
  try {
    await lastCall;
    return lastCall !== undefined;
  } catch {
    return false;
  }
}
