import { maxTagFilters, type ThingFilterName, thingFilterNames } from '#contract/thingsQuery.ts';

import type { SandboxOptions } from '../options.ts';
import { jsonResponse, ServiceError } from '../responses.ts';
import type { Call, Route } from '../route.ts';
import { checkNames } from '../validation.ts';
import type { Customer, TextProperty } from '../world/customers.ts';
import type { StoredGroup } from '../world/groups.ts';
import { operators } from '../world/operators.ts';
import { itemAt } from '../world/random.ts';
import { type Sim, wasUsed } from '../world/sims.ts';
import { wireRecord } from '../world/thingRecord.ts';

/** `GET /things` (API document 4.5). */
export const listThings: Route = {
  method: 'GET',
  path: '/things',
  base: 'console',
  scope: 'read',
  apikey: 'required',
  takesQuery: true,
  run: thingsResponse,
};

/** The page of Things that the query asks for. */
export function thingsResponse({ query, options, caller, service }: Call): Response {
  const { customer } = caller;
  const search = readSearch(query, options.unknownParameters === 'refuse');
  const first = options.unsortedOrder === 'shifting' ? service.random.int(customer.sims.length) : 0;
  const sims = findSims(customer, search, options, first);
  return jsonResponse(sims.map((sim) => wireRecord(customer, sim, options)));
}

interface Search {
  readonly filters: readonly (readonly [name: ThingFilterName, value: string])[];
  readonly tags: readonly string[];
  readonly state: 'ACTIVE' | 'SUSPENDED' | undefined;
  readonly sort: 'ASC' | 'DESC' | undefined;
  readonly limit: number;
  readonly offset: number;
}

const defaultLimit = 10;
const maxLimit = 50;
const tagNames = Array.from({ length: maxTagFilters }, (_, index) => `filterBy[Tags][${index}]`);
const parameterNames = [
  ...thingFilterNames.map((name) => `filterBy[${name}]`),
  ...tagNames,
  'State',
  'sortBy[ThingName]',
  'limit',
  'offset',
];

/** Reads the query; throws 400 for a value outside its range or enum (API document 7). */
function readSearch(query: URLSearchParams, refuseUnknown: boolean): Search {
  checkNames('Parameter', query.keys(), parameterNames, refuseUnknown);
  return {
    filters: thingFilterNames.flatMap((name) => {
      const value = query.get(`filterBy[${name}]`);
      return value ? [[name, value] as const] : [];
    }),
    tags: tagNames.flatMap((name) => query.get(name) || []),
    state: oneOf(query, 'State', ['ACTIVE', 'SUSPENDED']),
    sort: oneOf(query, 'sortBy[ThingName]', ['ASC', 'DESC']),
    limit: wholeNumber(query, 'limit', 1, maxLimit) ?? defaultLimit,
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
  min: number,
  max: number,
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `from ${min} on`;
    throw new ServiceError(400, `Parameter "${name}" must be a whole number ${range}`);
  }
  return value;
}

type Match = SandboxOptions['filterMatch'];

/**
 * The SIMs of the page that a search asks for, in its order.
 *
 * @param first row at which a list without `sortBy` starts
 */
function findSims(
  customer: Customer,
  search: Search,
  { filterMatch, filterCombine }: SandboxOptions,
  first: number,
): readonly Sim[] {
  const { sims } = customer;
  const filters = searchFilters(customer, search, filterMatch);
  const isFiltered = filters.length > 0;
  const passes =
    isFiltered && filterCombine === 'any'
      ? (row: number) => filters.some((passing) => passing[row] === 1)
      : (row: number) => filters.every((passing) => passing[row] === 1);
  const rowAt = searchOrder(customer, search.sort, first);
  const page: Sim[] = [];
  // Without a filter every row counts, so the offset needs no counting.
  let place = isFiltered ? 0 : search.offset;
  let skip = isFiltered ? search.offset : 0;
  for (; place < sims.length && page.length < search.limit; place++) {
    const row = rowAt(place);
    if (passes(row) && skip-- <= 0) page.push(itemAt(sims, row));
  }
  return page;
}

function searchOrder(
  { sims, rowsByName }: Customer,
  sort: Search['sort'],
  first: number,
): (place: number) => number {
  if (sort === undefined) return (place) => (place + first) % sims.length;
  const rows = sort === 'ASC' ? rowsByName() : rowsByName().toReversed();
  return (place) => itemAt(rows, place);
}

/** For each filter of the search 1 in the rows that pass it, else 0. */
function searchFilters(
  customer: Customer,
  { filters, tags, state }: Search,
  match: Match,
): readonly Uint8Array[] {
  const all = filters.map(([name, value]) => runFilter(customer, name, value, match));
  const { sims } = customer;
  if (tags.length > 0) {
    all.push(rowsWhere(sims, (sim) => tags.every((tag) => sim.tags.includes(tag))));
  }
  if (state !== undefined) all.push(rowsWhere(sims, (sim) => sim.state === state));
  return all;
}

function runFilter(
  { sims, groups, lowerCase }: Customer,
  name: ThingFilterName,
  value: string,
  match: Match,
): Uint8Array {
  const matches = textTest(value.toLowerCase(), match);
  const matchesAnyCase = (text: string) => matches(text.toLowerCase());
  const inText = (property: TextProperty) => rowsWhere(lowerCase(property), matches);
  const inGroups = (test: (group: StoredGroup) => boolean) => {
    const wanted = groups.filter(test);
    return rowsWhere(sims, ({ group }) => wanted.includes(group));
  };
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  const run: Record<ThingFilterName, () => Uint8Array> = {
    ThingName: () => inText('name'),
    ThingDescription: () => inText('description'),
    ActiveMobileSubscriber: () => inText('imsi'),
    IMEI: () => inText('imei'),
    MSISDN: () => inText('msisdn'),
    ExternalUniqueId: () => inText('iccid'),
    // Numbers have no parts: a cell fits as a whole or not at all.
    CellId: () => rowsWhere(sims, ({ cellId }) => cellId === number),
    Lac: () => rowsWhere(sims, ({ lac }) => lac === number),
    MnoName() {
      const wanted = operators.filter((operator) => matchesAnyCase(operator.name));
      return rowsWhere(sims, (sim) => wasUsed(sim) && wanted.includes(sim.operator));
    },
    ThingsGroupName: () => inGroups((group) => matchesAnyCase(group.name)),
    Networks: () =>
      inGroups(({ networks }) => networks.some(({ NetworkName }) => matchesAnyCase(NetworkName))),
  };
  return run[name]();
}

/** How a filter compares is not shown (API document 4.5); here case does not matter. */
function textTest(wanted: string, match: Match): (lowerCase: string) => boolean {
  if (match === 'exact') return (text) => text === wanted;
  return match === 'prefix' ? (text) => text.startsWith(wanted) : (text) => text.includes(wanted);
}

/** For each row 1 where its item passes, else 0. */
function rowsWhere<T>(items: readonly T[], test: (item: T) => boolean): Uint8Array {
  const passing = new Uint8Array(items.length);
  for (let row = 0; row < items.length; row++) if (test(itemAt(items, row))) passing[row] = 1;
  return passing;
}
