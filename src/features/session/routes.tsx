import { createElement, lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router';

import { patterns } from '#paths.ts';

import type { SignInPageProps } from './SignInPage.tsx';

/** Loads the sign-in page, for a document that shows it already. */
export const loadSignInPage = async () => (await import('./SignInPage.tsx')).SignInPage;

/** @param loaded the page, where it has to be drawn at once */
export function sessionRoutes(
  props: SignInPageProps,
  loaded?: ComponentType<SignInPageProps>,
): RouteObject[] {
  if (loaded) return [{ path: patterns.signIn, element: createElement(loaded, props) }];
  return [
    {
      path: patterns.signIn,
      lazy: async () => ({ element: createElement(await loadSignInPage(), props) }),
    },
  ];
}

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
