import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

/** The "Fleet" pages, which show the gateway's inventory. Their code loads when they are opened. */
export function inventoryRoutes(): RouteObject[] {
  return [
    {
      path: patterns.fleet,
      async lazy() {
        const { FleetPages, loadFleet } = await import('./FleetPages.tsx');
        return { Component: FleetPages, loader: loadFleet };
      },
    },
  ];
}
