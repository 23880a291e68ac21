import { refresh, signIn } from './endpoints/auth.ts';
import { listGroups, updateGroup } from './endpoints/groups.ts';
import { listThings } from './endpoints/things.ts';
import { v1Routes } from './endpoints/v1.ts';
import { type Route, routeName } from './route.ts';

/** Every endpoint of the service. */
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
