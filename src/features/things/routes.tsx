import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

export const thingsRoutes: RouteObject[] = [
  {
    path: patterns.things,
    lazy: async () => ({ Component: (await import('./list/ThingsPage.tsx')).ThingsPage }),
  },
  {
    path: patterns.thing,
    lazy: async () => ({ Component: (await import('./thing/ThingPage.tsx')).ThingPage }),
  },
];
