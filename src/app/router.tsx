import { createBrowserRouter, redirect, type RouteObject } from 'react-router';

import type { Http } from '#api/http.ts';
import { retried } from '#api/retries.ts';
import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { groupsRoutes } from '#features/groups/routes.tsx';
import { sessionRoutes } from '#features/session/routes.tsx';
import { thingsRoutes } from '#features/things/routes.tsx';
import { systemClock } from '#lib/clock.ts';
import type { TextStore } from '#lib/textStore.ts';
import { paths } from '#paths.ts';

import { ColdStart } from './ColdStart.tsx';
import { NotFound } from './NotFound.tsx';
import { Root } from './Root.tsx';
import { RouteError } from './RouteError.tsx';

/** What the whole console is given: where it runs, how it reaches the service, and who is signed in. */
export interface ConsoleServices {
  readonly config: RuntimeConfig;
  readonly http: Http;
  readonly session: Session;
  readonly monitor: SessionMonitor;
  /** Where the browser remembers what a person prefers. */
  readonly storage: TextStore;
  /** Where this tab keeps what was typed and not saved. */
  readonly tabStorage: TextStore;
}

export function createConsoleRouter(services: ConsoleServices) {
  return createBrowserRouter(consoleRoutes(services), { basename: services.config.basePath });
}

/** Every address of the console. Pages load lazily; only those behind the shell need a session. */
export function consoleRoutes(services: ConsoleServices): RouteObject[] {
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
          loader: async ({ request }) => requireSession(services, request),
          // Who is signed in does not depend on the address.
          shouldRevalidate: () => false,
          lazy: async () => {
            const { Shell } = await import('./Shell.tsx');
            return { element: <Shell {...services} /> };
          },
          children: [
            {
              // Without a path of its own, so that an error in a page leaves the shell standing.
              errorElement: <RouteError />,
              children: [
                { index: true, loader: () => redirect(paths.home()) },
                ...thingsRoutes,
                ...groupsRoutes,
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
      ],
    },
  ];
}

async function requireSession({ session, config }: ConsoleServices, request: Request) {
  const info = await retried(async () => session.read(), {
    clock: systemClock,
    random: Math.random,
    signal: request.signal,
  });
  if (info && info.customerId !== null) return info;
  const { pathname, search } = new URL(request.url);
  // A request carries the whole address; the router adds the base path by itself.
  const here = `${pathname.slice(config.basePath.length - 1)}${search}`;
  throw redirect(info ? paths.chooseCustomer(here) : paths.signIn(here));
}
