import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

/** The pages with the gateway's inventory, "Fleet" and "Alerts". Their code loads when they are opened. */
export function inventoryRoutes(): RouteObject[] {
  return [
    {
      path: patterns.fleet,
      lazy: async () => ({ Component: (await import('./FleetPages.tsx')).FleetPages }),
    },
    {
      path: patterns.alerts,
      lazy: async () => ({ Component: (await import('./alerts/AlertsPage.tsx')).AlertsPage }),
    },
  ];
}
