import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

export const thingsRoutes: RouteObject[] = [
  {
    path: patterns.things,
    lazy: async () => ({ Component: (await import('./list/ThingsPage.tsx')).ThingsPage }),
    children: [
      {
        path: patterns.thing,
        lazy: async () => ({ Component: (await import('./thing/ThingView.tsx')).ThingView }),
      },
    ],
  },
];
