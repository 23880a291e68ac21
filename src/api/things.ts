import { endpoints } from '#contract/endpoints.ts';
import { apiPrefix } from '#contract/session.ts';
import { thing, type Thing } from '#contract/thing.ts';
import { maxThingsLimit, type ThingsListParams, thingsSearch } from '#contract/thingsQuery.ts';
import { parseJson } from '#lib/json.ts';

import { malformed } from './errors.ts';
import type { Http, HttpRequest } from './http.ts';
import { listReader, type LenientRecord } from './lenient.ts';

export { blockFlags, type BlockFlag } from '#contract/thing.ts';
export {
  maxTagFilters,
  type ThingsListParams,
  thingStates,
  type ThingFilterName,
  type ThingState,
} from '#contract/thingsQuery.ts';

/** What could be read of one SIM in the response; only the ICCID is guaranteed. */
export type ThingRecord = LenientRecord<Thing, 'ExternalUniqueId'>;

/**
 * Whether more rows follow. The service gives no total (API document 4.5), so one extra row is requested. The largest
 * page size has no room for it: a full page then means "maybe".
 */
export type MoreRows = 'yes' | 'no' | 'maybe';

export interface ThingsList {
  readonly things: readonly ThingRecord[];
  /** Number of records that could not be read. */
  readonly unreadable: number;
  readonly more: MoreRows;
  /** ICCIDs of the first and last record; undefined if the page is empty or the record is unreadable. */
  readonly edges: readonly [first: string | undefined, last: string | undefined];
  /** The response's request id, for a ticket. */
  readonly requestId: string;
}

/** The result of searching for one ICCID. */
export type FoundThing =
  | { readonly thing: ThingRecord; readonly requestId: string }
  /** No readable record has this ICCID; it may be unreadable, or on a later page. */
  | ({ readonly thing: undefined; readonly listed: number } & Pick<
      ThingsList,
      'unreadable' | 'more' | 'requestId'
    >);

/** How to cancel a call, and how urgent it is. */
export type CallOptions = Pick<HttpRequest, 'signal' | 'bulk' | 'background'>;

export type ThingsApi = ReturnType<typeof createThingsApi>;

const readThings = listReader(thing, 'ExternalUniqueId');

/** Reads a record that was stored unchanged. Undefined if it is not a record. */
export function readThing(raw: unknown): ThingRecord | undefined {
  return readThings([raw]).records[0];
}

export function createThingsApi(http: Http) {
  const { method, path } = endpoints.listThings;
  const route = `${apiPrefix}${path}`;

  /** @throws {ApiError} `malformed` if the response is not a list */
  async function list(params: ThingsListParams, options?: CallOptions): Promise<ThingsList> {
    const limit = Math.min(params.size + 1, maxThingsLimit);
    const query = thingsSearch(params, limit);
    const answer = await http.send({ method, route, query, ...options });
    const items = parseJson(answer.text);
    if (!Array.isArray(items)) throw malformed({ method, route }, answer);
    const page: readonly unknown[] = items.slice(0, params.size);
    const { records, unreadable } = readThings(page);
    const edge = (index: 0 | -1) => {
      const record = records.at(index);
      return record?.raw === page.at(index) ? record?.ExternalUniqueId : undefined;
    };
    return {
      things: records,
      unreadable,
      more: moreRows(items.length, params.size, limit),
      edges: [edge(0), edge(-1)],
      requestId: answer.requestId,
    };
  }

  return {
    list,
    /** The known state of the list's rate limit. */
    listBudget: () => http.budget(method, route),
    /** Finds the Thing with exactly this ICCID in the filtered list, because the filter also matches parts. */
    async find(iccid: string, options?: CallOptions): Promise<FoundThing> {
      const filters = { ExternalUniqueId: iccid };
      const found = await list({ filters, size: maxThingsLimit, offset: 0 }, options);
      const { things, unreadable, more, requestId } = found;
      const exact = things.find((candidate) => candidate.ExternalUniqueId === iccid);
      return exact
        ? { thing: exact, requestId }
        : { thing: undefined, listed: things.length, unreadable, more, requestId };
    },
  };
}

function moreRows(received: number, size: number, limit: number): MoreRows {
  if (received > size) return 'yes';
  return limit === size && received === size ? 'maybe' : 'no';
}
