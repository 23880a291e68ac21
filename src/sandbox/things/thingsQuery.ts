import { maxTagFilters, type ThingFilterName, thingFilterNames } from '#contract/thingsQuery.ts';

import { ServiceError } from '../errors.ts';

/** What `GET /things` was asked for (API document 4.5). */
export interface ThingsSearch {
  readonly filters: ReadonlyMap<ThingFilterName, string>;
  readonly tags: readonly string[];
  readonly state: 'ACTIVE' | 'SUSPENDED' | undefined;
  readonly sort: 'ASC' | 'DESC' | undefined;
  readonly limit: number;
  readonly offset: number;
}

const defaultLimit = 10;
const largestLimit = 50;
const tagNames = Array.from({ length: maxTagFilters }, (_, index) => `filterBy[Tags][${index}]`);
const known = [
  ...thingFilterNames.map((name) => `filterBy[${name}]`),
  ...tagNames,
  'State',
  'sortBy[ThingName]',
  'limit',
  'offset',
];

/** Reads the query of `GET /things`; throws 400 for a value outside its range or enum (API document 7). */
export function readThingsQuery(query: URLSearchParams, refuseUnknown: boolean): ThingsSearch {
  for (const name of query.keys()) {
    if (known.includes(name)) continue;
    const similar = known.find((other) => other.toLowerCase() === name.toLowerCase());
    if (similar !== undefined) {
      throw new ServiceError(
        400,
        `Parameter "${name}": names are case-sensitive, use "${similar}"`,
      );
    }
    if (refuseUnknown) throw new ServiceError(400, `Unknown parameter "${name}"`);
  }
  const filters = new Map<ThingFilterName, string>();
  for (const name of thingFilterNames) {
    const value = query.get(`filterBy[${name}]`);
    if (value) filters.set(name, value);
  }
  return {
    filters,
    tags: tagNames.flatMap((name) => query.get(name) || []),
    state: oneOf(query, 'State', ['ACTIVE', 'SUSPENDED']),
    sort: oneOf(query, 'sortBy[ThingName]', ['ASC', 'DESC']),
    limit: wholeNumber(query, 'limit', 1, largestLimit) ?? defaultLimit,
    offset: wholeNumber(query, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
  };
}

function oneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) {
    throw new ServiceError(400, `Parameter "${name}" must be one of ${values.join(', ')}`);
  }
  return value;
}

function wholeNumber(
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `from ${least} on`;
    throw new ServiceError(400, `Parameter "${name}" must be a whole number ${range}`);
  }
  return value;
}
