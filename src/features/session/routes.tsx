import { lazy } from 'react';
import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

import { loadSandboxUsers } from './offeredUsers.tsx';
import { SignInPage, type SignInPageProps } from './SignInPage.tsx';

/** The sign-in page is part of the entry bundle, because the document may show it before the console has loaded. */
export function sessionRoutes(props: SignInPageProps): RouteObject[] {
  return [{ path: patterns.signIn, element: <SignInPage {...props} /> }];
}

export { loadSandboxUsers };

/** Loads the dialog. Called before it is needed, because the network may be lost along with the session. */
export const loadSignInAgain = () => import('./SignInAgainDialog.tsx');

export const StaySignedInDialog = lazy(async () => ({
  default: (await import('./StaySignedInDialog.tsx')).StaySignedInDialog,
}));

/** Shown over the current page when the session has ended. */
export const SignInAgainDialog = lazy(async () => ({
  default: (await loadSignInAgain()).SignInAgainDialog,
}));
