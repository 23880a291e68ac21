import { refresh, signIn } from './auth/authRoutes.ts';
import { listGroups, updateGroup } from './groups/groupRoutes.ts';
import { type Route, routeName } from './route.ts';
import { listThings } from './things/thingsRoute.ts';
import { v1Routes } from './v1/v1Routes.ts';

/** Every endpoint that there is. */
export const routes: readonly Route[] = [
  signIn,
  refresh,
  listThings,
  listGroups,
  updateGroup,
  ...v1Routes,
];

/** As faults and the request log name them. */
export const routeNames: readonly string[] = routes.map(routeName);
