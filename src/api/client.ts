import type { Http } from './http.ts';
import { createThingsApi, type ThingsApi } from './things.ts';

/** The typed API that pages call. */
export interface Api {
  readonly things: ThingsApi;
  /** For modules that are loaded later, with a page or section, such as `groupsApi`. */
  readonly http: Http;
  /**
   * For `readChanges` and `createFleetApi`, which are loaded with their pages. Undefined with static hosting, where no
   * gateway records anything.
   */
  readonly records: RecordsAccess | undefined;
}

export interface RecordsAccess extends Pick<Http, 'send'> {
  /** The service may not have confirmed the customer id in this session yet; see `confirmedRead`. */
  isUnconfirmed?: boolean | undefined;
  /** The latest call sent. */
  lastCall?: Promise<unknown>;
}

/** @param given.hasRecords whether there is a gateway that keeps records */
export function createApi(
  http: Http & RecordsAccess,
  given: { readonly hasRecords?: boolean } = {},
): Api {
  return {
    things: createThingsApi(http),
    http,
    records: given.hasRecords ? http : undefined,
  };
}
