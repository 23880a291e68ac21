import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';
import { lazyPage } from '#ui/lazyPage.ts';

export const thingsRoutes: RouteObject[] = [
  {
    path: patterns.things,
    lazy: lazyPage(async () => (await import('./ThingsPage.tsx')).ThingsPage),
  },
  {
    path: patterns.thing,
    lazy: lazyPage(async () => (await import('./ThingPage.tsx')).ThingPage),
  },
];
