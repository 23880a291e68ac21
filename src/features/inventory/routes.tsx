import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

/** The "Fleet" pages, which show the gateway's inventory. Their code loads when they are opened. */
export function inventoryRoutes(): RouteObject[] {
  return [
    {
      path: patterns.fleet,
      lazy: async () => ({ Component: (await import('./FleetPages.tsx')).FleetPages }),
    },
  ];
}
