import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

/** The pages "Fleet", from the gateway's inventory; nothing of them loads before they are opened. */
export function inventoryRoutes(): RouteObject[] {
  return [
    {
      path: patterns.fleet,
      lazy: async () => ({ Component: (await import('./FleetPages.tsx')).FleetPages }),
    },
  ];
}
