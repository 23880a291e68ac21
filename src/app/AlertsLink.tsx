import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { RecordsAccess } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { systemClock } from '#lib/clock.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { NavLink } from '#ui/Link.tsx';

/** In milliseconds: how often the page is checked for being at rest, and how often the number is read. */
const restMs = 1_000;
const everyMs = 60_000;

/**
 * The link to the alerts, with the number of those that wait for somebody. The number costs the first rows nothing: it
 * is read, with the code for it, once the page reads nothing else, and then every minute while the tab is visible.
 */
export function AlertsLink({ records }: { records: RecordsAccess }) {
  const isAtRest = useIsAtRest();
  const isLive = useSessionPhase() === 'live';
  const { data: waiting = 0 } = useQuery({
    ...waitingQuery(records),
    enabled: isAtRest && isLive,
  });
  return (
    <NavLink to={paths.alerts()}>
      {waiting > 0 ? `Alerts (${formatNumber(waiting)})` : 'Alerts'}
    </NavLink>
  );
}

function waitingQuery(records: RecordsAccess) {
  return queryOptions({
    queryKey: [...keys.alerts, 'waiting'],
    async queryFn({ signal }) {
      const { waitingAlertsApi } = await import('#api/waitingAlerts.ts');
      return waitingAlertsApi(records).read(signal);
    },
    retry: false,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
  });
}

/** Whether the page has read what it shows. Once it has, this stays true. */
function useIsAtRest(): boolean {
  const queryClient = useQueryClient();
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    let stop = look();
    function look() {
      return systemClock.after(restMs, () => {
        if (queryClient.isFetching() === 0) setAtRest(true);
        else stop = look();
      });
    }
    return () => stop();
  }, [queryClient]);
  return isAtRest;
}
