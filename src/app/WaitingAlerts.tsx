import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';

import type { RecordsAccess } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { type WaitingAlertsApi, waitingAlertsApi } from '#api/waitingAlerts.ts';
import { formatNumber } from '#lib/format.ts';

/** In milliseconds: how often the number is read while the tab is visible. */
const everyMs = 60_000;

/** How many alerts are open, after their link text. Never read while the page reads something else. */
export function WaitingAlerts({ records }: { records: RecordsAccess }) {
  const isLive = useSessionPhase() === 'live';
  const isBusy =
    useIsFetching({ predicate: ({ queryKey: [root] }) => root !== keys.alerts[0] }) > 0;
  const { data: waiting = 0 } = useQuery({
    ...waitingQuery(waitingAlertsApi(records)),
    enabled: isLive && !isBusy,
  });
  return waiting > 0 && ` (${formatNumber(waiting)})`;
}

function waitingQuery(alerts: WaitingAlertsApi) {
  return queryOptions({
    queryKey: [...keys.alerts, 'waiting'],
    queryFn: ({ signal }) => alerts.read(signal),
    retry: false,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
  });
}
