import { apiPrefix } from '#contract/session.ts';

import { createGroupsApi, type GroupsApi } from './groups.ts';
import type { Http } from './http.ts';
import { createThingsApi, type ThingsApi } from './things.ts';

/** The typed API that pages call. */
export interface Api {
  readonly things: ThingsApi;
  readonly groups: GroupsApi;
}

export function createApi(http: Http): Api {
  return { things: createThingsApi(http, apiPrefix), groups: createGroupsApi(http, apiPrefix) };
}
