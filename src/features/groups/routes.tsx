import type { LoaderFunctionArgs, RouteObject } from 'react-router';

import type { UserServices } from '#api/userServices.tsx';
import { patterns } from '#paths.ts';

/** All pages read the same list; sorting and filtering it through the URL sends no calls. */
export function groupsRoutes(services: () => Promise<UserServices>): RouteObject[] {
  const shouldRevalidate = () => false;
  async function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
    const { loadGroups } = await import('#api/groupsQuery.ts');
    return loadGroups(await services(), request);
  }
  return [
    {
      path: patterns.groups,
      shouldRevalidate,
      lazy: async () => ({ Component: (await import('./list/GroupsPage.tsx')).GroupsPage, loader }),
    },
    {
      path: patterns.group,
      shouldRevalidate,
      lazy: async () => ({
        Component: (await import('./edit/GroupEditorPage.tsx')).GroupEditorPage,
        loader,
      }),
    },
  ];
}
