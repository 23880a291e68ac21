import type { LoaderFunctionArgs, RouteObject } from 'react-router';

import type { UserServices } from '#api/userServices.tsx';
import { patterns } from '#paths.ts';

/** The page "Changes". Its code loads when the page is opened. */
export function historyRoutes(services: () => Promise<UserServices>): RouteObject[] {
  return [
    {
      path: patterns.changes,
      shouldRevalidate: () => false,
      lazy: async () => {
        const { ChangesPage, loadChanges } = await import('./ChangesPage.tsx');
        return {
          Component: ChangesPage,
          loader: async ({ request }: LoaderFunctionArgs) => loadChanges(await services(), request),
        };
      },
    },
  ];
}
