import type { RouteObject } from 'react-router';

import type { UserServices } from '#api/userServices.tsx';
import { patterns } from '#paths.ts';

/** Loads the list's code. May be called before the list is opened. */
export const loadThingsPage = async () => import('./list/ThingsPage.tsx');

/** When a page is opened directly, its loader starts the reads. A click in the list starts its own (decision 031). */
export function thingsRoutes(services: () => Promise<UserServices>): RouteObject[] {
  return [
    {
      path: patterns.things,
      shouldRevalidate: () => false,
      lazy: async () => {
        const { ThingsPage, loadThings } = await loadThingsPage();
        return {
          Component: ThingsPage,
          loader: async (call) => loadThings(await services(), call),
        };
      },
      children: [
        {
          path: patterns.thing,
          shouldRevalidate: ({ currentParams, nextParams }) =>
            currentParams['iccid'] !== nextParams['iccid'],
          lazy: async () => {
            const { ThingView, loadThing } = await import('./detail/ThingView.tsx');
            return {
              Component: ThingView,
              loader: async (call) => loadThing(await services(), call),
            };
          },
        },
      ],
    },
    { path: patterns.view, lazy: async () => import('./list/views/ViewPage.tsx') },
    {
      path: patterns.find,
      lazy: async () => ({
        Component: (await import('./find/many/FindManyPage.tsx')).FindManyPage,
      }),
    },
    {
      path: patterns.workSet,
      lazy: async () => ({ Component: (await import('./workSet/WorkSetPage.tsx')).WorkSetPage }),
    },
    {
      path: patterns.compare,
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.search !== nextUrl.search,
      lazy: async () => {
        const { ComparePage, loadCompared } = await import('./workSet/ComparePage.tsx');
        return {
          Component: ComparePage,
          loader: async (call) => loadCompared(await services(), call),
        };
      },
    },
  ];
}
