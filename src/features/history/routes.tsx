import type { LoaderFunctionArgs, RouteObject } from 'react-router';

import type { UserServices } from '#api/userServices.tsx';
import { patterns } from '#paths.ts';

/** The page "Changes"; it offers the names of the groups that the list of groups has. */
export function historyRoutes(services: () => Promise<UserServices>): RouteObject[] {
  return [
    {
      path: patterns.changes,
      shouldRevalidate: () => false,
      lazy: async () => {
        const [{ ChangesPage }, { loadGroups }] = await Promise.all([
          import('./ChangesPage.tsx'),
          import('#api/groupsQuery.ts'),
        ]);
        return {
          Component: ChangesPage,
          // Without a gateway nothing keeps changes, and there is nothing that the list could show.
          loader: async ({ request }: LoaderFunctionArgs) => {
            const user = await services();
            return user.api.records ? loadGroups(user, request) : null;
          },
        };
      },
    },
  ];
}
