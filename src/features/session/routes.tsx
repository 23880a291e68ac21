import { lazy } from 'react';
import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

export const sessionRoutes: RouteObject[] = [
  {
    path: patterns.signIn,
    lazy: async () => ({ Component: (await import('./SignInPage.tsx')).SignInPage }),
  },
];

/** Loads the dialog, also before it is needed: a session may end with the network. */
export const loadSignInAgain = () => import('./SignInAgainDialog.tsx');

/** Where the session is about to end by itself. */
export const StaySignedInDialog = lazy(async () => ({
  default: (await import('./StaySignedInDialog.tsx')).StaySignedInDialog,
}));

/** Over whichever page the person is on when the session is over. */
export const SignInAgainDialog = lazy(async () => ({
  default: (await loadSignInAgain()).SignInAgainDialog,
}));
