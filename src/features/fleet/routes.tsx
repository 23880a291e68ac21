import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

/** Pages of what the gateway remembers; nothing of them loads before they are opened. */
export function fleetRoutes(): RouteObject[] {
  return [
    {
      path: patterns.fleet,
      lazy: async () => ({ Component: (await import('./FleetPages.tsx')).FleetPages }),
    },
  ];
}
