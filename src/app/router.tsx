import { createBrowserRouter, redirect, type RouteObject } from 'react-router';

import { groupsRoutes } from '#features/groups/routes.tsx';
import { sessionRoutes } from '#features/session/routes.tsx';
import { thingsRoutes } from '#features/things/routes.tsx';
import { paths, patterns } from '#paths.ts';

import { ColdStart } from './ColdStart.tsx';
import { NotFound, RouteError } from './PageError.tsx';
import { Root } from './Root.tsx';
import type { ConsoleServices } from './services.ts';
import { createUserGate } from './userGate.ts';

export function createConsoleRouter(services: ConsoleServices) {
  const { config, session } = services;
  // Sent before the router loads the code of the page, which would delay it on a slow connection.
  const firstRead = window.location.pathname.endsWith(patterns.signIn) ? undefined : session.read();
  // The shell's loader reports errors.
  firstRead?.catch(() => undefined);
  return createBrowserRouter(consoleRoutes(services, { firstRead }), { basename: config.basePath });
}

/** All routes of the console. Pages load lazily; those inside the shell require a session. */
export function consoleRoutes(
  services: ConsoleServices,
  start: Parameters<typeof createUserGate>[1] = {},
): RouteObject[] {
  const gate = createUserGate(services, start);
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
        ...sessionRoutes,
        {
          loader: async ({ request }) => gate.enter(request),
          // Who is signed in does not depend on the address.
          shouldRevalidate: () => false,
          lazy: async () => {
            const { Shell } = await import('./Shell.tsx');
            return { element: <Shell config={services.config} /> };
          },
          children: [
            {
              // A pathless route, so that an error in a page does not replace the shell.
              errorElement: <RouteError />,
              children: [
                { index: true, loader: () => redirect(paths.home()) },
                ...thingsRoutes(gate.services),
                ...groupsRoutes(gate.services),
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
      ],
    },
  ];
}
