import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';
import { lazyPage } from '#ui/lazyPage.ts';

export const groupsRoutes: RouteObject[] = [
  {
    path: patterns.groups,
    lazy: lazyPage(async () => (await import('./GroupsPage.tsx')).GroupsPage),
  },
  {
    path: patterns.group,
    lazy: lazyPage(async () => (await import('./GroupEditorPage.tsx')).GroupEditorPage),
  },
];
