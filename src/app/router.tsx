import { createBrowserRouter, redirect, type RouteObject } from 'react-router';

import type { FailedSignIn } from '#api/session/failedSignIn.ts';
import { groupsRoutes } from '#features/groups/routes.tsx';
import { historyRoutes } from '#features/history/routes.tsx';
import { inventoryRoutes } from '#features/inventory/routes.tsx';
import { sessionRoutes } from '#features/session/routes.tsx';
import { loadThingsPage, thingsRoutes } from '#features/things/routes.tsx';
import { paths, patterns } from '#paths.ts';
import { preload } from '#ui/preload.ts';

import { ColdStart } from './ColdStart.tsx';
import { NotFound, RouteError } from './PageError.tsx';
import { Root } from './Root.tsx';
import type { ConsoleServices } from './services.ts';
import { createUserGate } from './userGate.ts';

const loadShell = async () => import('./Shell.tsx');

/** @param failed the failed sign-in that the document already shows */
export function createConsoleRouter(services: ConsoleServices, failed?: FailedSignIn) {
  const { config, session } = services;
  // Sent before the router loads the page's code: on a slow connection, waiting for that would delay this call.
  const firstRead = window.location.pathname.endsWith(patterns.signIn) ? undefined : session.read();
  // The shell's loader reports any error.
  firstRead?.catch(() => undefined);
  return createBrowserRouter(consoleRoutes(services, firstRead, failed), {
    basename: config.basePath,
  });
}

/** All routes of the console. Pages load lazily; those inside the shell require a session. */
export function consoleRoutes(
  services: ConsoleServices,
  firstRead?: Parameters<typeof createUserGate>[1],
  failed?: FailedSignIn,
): RouteObject[] {
  const gate = createUserGate(services, firstRead);
  return [
    {
      element: <Root {...services} />,
      errorElement: (
        <main>
          <RouteError />
        </main>
      ),
      HydrateFallback: ColdStart,
      children: [
        ...sessionRoutes({ failed, onTyping: preloadHome, onSignedIn: gate.expect }),
        {
          loader: async ({ request }) => gate.enter(request),
          // Who is signed in does not depend on the URL.
          shouldRevalidate: () => false,
          lazy: async () => {
            const { Shell } = await loadShell();
            return { element: <Shell config={services.config} /> };
          },
          children: [
            {
              // A pathless route, so that an error in a page does not replace the shell.
              errorElement: <RouteError />,
              children: [
                {
                  index: true,
                  loader: ({ request }) => redirect(paths.things(new URL(request.url).search)),
                },
                ...thingsRoutes(gate.services),
                ...groupsRoutes(gate.services),
                ...historyRoutes(gate.services),
                ...inventoryRoutes(),
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
      ],
    },
  ];
}

/** While the user fills in the form and the browser is idle, loads the pages to be shown after signing in. */
function preloadHome(): void {
  // Browsers without requestIdleCallback load these pages on demand.
  if (!('requestIdleCallback' in window)) return;
  window.requestIdleCallback(() => {
    preload(loadShell);
    preload(loadThingsPage);
  });
}
