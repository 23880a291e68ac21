import { lazy } from 'react';
import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

export const sessionRoutes: RouteObject[] = [
  {
    path: patterns.signIn,
    lazy: async () => ({ Component: (await import('./SignInPage.tsx')).SignInPage }),
  },
];

/** Loads the dialog. Called before it is needed, because a session may end together with the network. */
export const loadSignInAgain = () => import('./SignInAgainDialog.tsx');

/** Warns that the session is about to expire. */
export const StaySignedInDialog = lazy(async () => ({
  default: (await import('./StaySignedInDialog.tsx')).StaySignedInDialog,
}));

/** Shown over the current page when the session is over. */
export const SignInAgainDialog = lazy(async () => ({
  default: (await loadSignInAgain()).SignInAgainDialog,
}));
