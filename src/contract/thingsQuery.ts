import * as z from 'zod/mini';

/** The largest page of `GET /things` (API document 8.5). */
export const maxThingsLimit = 50;
/** Offset from one page of a scan to the next: pages share one row, which shows whether the list moved (decision 013). */
export const scanStep = maxThingsLimit - 1;

/** Filters sent as `filterBy[Name]` with one value (API document 4.5). */
export const thingFilterNames = [
  'ThingName',
  'ThingsGroupName',
  'Networks',
  'ActiveMobileSubscriber',
  'IMEI',
  'MSISDN',
  'CellId',
  'Lac',
  'MnoName',
  'ExternalUniqueId',
  'ThingDescription',
] as const;
export type ThingFilterName = (typeof thingFilterNames)[number];

/** "Up to four indexes are shown" for `filterBy[Tags][n]` (API document 4.5). */
export const maxTagFilters = 4;

/** The two documented states (API document 3), the only values of the `State` parameter. */
export const thingStates = ['ACTIVE', 'SUSPENDED'] as const;
export type ThingState = (typeof thingStates)[number];

/** Query parameters of `GET /things` by their names on the wire, all optional (API document 4.5). */
export function thingsQuery() {
  const tags = Array.from({ length: maxTagFilters }, (_, index) => `Tags][${index}`);
  const texts = [...thingFilterNames, ...tags].map((name) => [`filterBy[${name}]`, z.string()]);
  return z.partial(
    z.object({
      ...Object.fromEntries(texts),
      State: z.enum(thingStates),
      'sortBy[ThingName]': z.enum(['ASC', 'DESC']),
      /** Number of results; 10 by default. */
      limit: z.int().check(z.minimum(1), z.maximum(maxThingsLimit)),
      /** Number of leading results skipped; 0 by default. */
      offset: z.int().check(z.minimum(0)),
    }),
  );
}

/** Which Things to list (API document 4.5). */
export interface ThingsListParams {
  readonly filters?: Readonly<Partial<Record<ThingFilterName, string>>>;
  /** Tag ids, at most four. */
  readonly tags?: readonly string[];
  readonly state?: ThingState | undefined;
  /** Sort direction by ThingName, the only sortable field. */
  readonly sort?: 'ASC' | 'DESC' | undefined;
  /** Rows wanted, 1 to 50. */
  readonly size: number;
  /** Results to skip. */
  readonly offset: number;
}

/** The query of a list call, spelled as in API document 4.5. */
export function thingsSearch(params: ThingsListParams, limit: number): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of thingFilterNames) {
    const value = params.filters?.[name];
    if (value !== undefined) search.append(`filterBy[${name}]`, value);
  }
  params.tags?.slice(0, maxTagFilters).forEach((tag, index) => {
    search.append(`filterBy[Tags][${index}]`, tag);
  });
  if (params.state) search.append('State', params.state);
  if (params.sort) search.append('sortBy[ThingName]', params.sort);
  search.append('limit', String(limit));
  search.append('offset', String(params.offset));
  return search;
}
