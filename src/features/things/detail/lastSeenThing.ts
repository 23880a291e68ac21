import { queryOptions, useQuery } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { useUserServices } from '#api/userServices.tsx';

/** How many times to look up a SIM that no list has shown yet. */
const maxLooks = 3;

/** The inventory. Its client loads separately, so that opening a Thing does not wait for it. */
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
    // The gateway stores a response only after it has forwarded it.
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < maxLooks ? 1_500 : false,
  });
}

/**
 * What the gateway's inventory knows about a SIM beyond its record. Never calls the service.
 *
 * @param isRead whether the record has been read: only then may this session read the inventory
 * @returns undefined while loading, if the SIM is not known, and with static hosting
 */
export function useInventoryThing(iccid: string, isRead: boolean) {
  const { api } = useUserServices();
  const enabled = isRead && api.records !== undefined;
  return useQuery({ ...inventoryQuery(memoryOf(api), iccid), enabled }).data ?? undefined;
}
