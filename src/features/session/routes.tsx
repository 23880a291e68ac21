import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

export const sessionRoutes: RouteObject[] = [
  {
    path: patterns.signIn,
    lazy: async () => ({ Component: (await import('./SignInPage.tsx')).SignInPage }),
  },
];
