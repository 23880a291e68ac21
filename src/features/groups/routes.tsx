import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

export const groupsRoutes: RouteObject[] = [
  {
    path: patterns.groups,
    lazy: async () => ({ Component: (await import('./list/GroupsPage.tsx')).GroupsPage }),
  },
  {
    path: patterns.group,
    lazy: async () => ({
      Component: (await import('./editor/GroupEditorPage.tsx')).GroupEditorPage,
    }),
  },
];
