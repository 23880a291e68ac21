import { apiPrefix } from '#contract/session.ts';

import { createGroupsApi, type GroupsApi } from './groups.ts';
import type { Http } from './http.ts';
import { createThingsApi, type ThingsApi } from './things.ts';

/** The typed API that pages call. */
export interface Api {
  readonly things: ThingsApi;
  readonly groups: GroupsApi;
  /**
   * Sends the calls of `createChangesApi` and `createFleetApi`, which load with their pages. Undefined in static
   * hosting: there is no gateway, so nothing is recorded.
   */
  readonly records: Pick<Http, 'send'> | undefined;
}

/** @param given.hasRecords whether a gateway is there that keeps records */
export function createApi(http: Http, given: { readonly hasRecords?: boolean } = {}): Api {
  return {
    things: createThingsApi(http, apiPrefix),
    groups: createGroupsApi(http, apiPrefix),
    records: given.hasRecords ? http : undefined,
  };
}
