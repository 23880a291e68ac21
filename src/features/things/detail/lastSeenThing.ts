import { queryOptions, useQuery } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { useUserServices } from '#api/userServices.tsx';

/** Reads after which a SIM that no list has shown is no longer looked for. */
const maxLooks = 3;

/** The memory of SIMs, whose client is no part of what opens a Thing. */
function memoryOf(api: Api) {
  return {
    async thing(iccid: string, signal: AbortSignal) {
      const { fleetApi } = await import('#api/inventory.ts');
      return (await fleetApi(api)?.thing(iccid, signal)) ?? null;
    },
  };
}

function inventoryQuery(memory: ReturnType<typeof memoryOf>, iccid: string) {
  return queryOptions({
    queryKey: [...keys.fleet, 'thing', iccid],
    queryFn: ({ signal }) => memory.thing(iccid, signal),
    staleTime: 0,
    // The gateway remembers an answer only after it has passed it on.
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < maxLooks ? 1_500 : false,
  });
}

/**
 * What the gateway's memory knows of a SIM, beside its record. The service is asked for nothing.
 *
 * @param isRead the record is there: its answer is what lets this session read the memory
 * @returns undefined until it is known, where it is not, and in static hosting
 */
export function useInventoryThing(iccid: string, isRead: boolean) {
  const { api } = useUserServices();
  const enabled = isRead && api.records !== undefined;
  return useQuery({ ...inventoryQuery(memoryOf(api), iccid), enabled }).data ?? undefined;
}
