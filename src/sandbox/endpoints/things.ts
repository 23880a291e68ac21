import { maxTagFilters, type ThingFilterName, thingFilterNames } from '#contract/thingsQuery.ts';

import type { SandboxOptions } from '../options.ts';
import { jsonResponse, ServiceError } from '../responses.ts';
import type { Call, Route } from '../route.ts';
import { checkNames } from '../validation.ts';
import type { Customer } from '../world/customers.ts';
import type { StoredGroup } from '../world/groups.ts';
import { operators } from '../world/operators.ts';
import { itemAt } from '../world/random.ts';
import { type Sim, wasUsed } from '../world/sims.ts';
import { type Match, matchesText, type TextSearch } from '../world/textSearch.ts';
import { cellText, wireRecord } from '../world/thingRecord.ts';

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

export function thingsResponse({ query, options, caller, service }: Call): Response {
  const { customer } = caller;
  const search = readSearch(query, options.unknownParameters === 'refuse');
  const { length } = customer.listing.rows;
  const first = options.unsortedOrder === 'shifting' ? service.random.int(length) : 0;
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

/** Parses the query; throws 400 for a value outside its range or enum (API document 7). */
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

/**
 * The SIMs of the requested page, in order.
 *
 * @param first row at which a list without `sortBy` starts
 */
function findSims(
  customer: Customer,
  search: Search,
  { filterMatch, filterCombine, cells }: SandboxOptions,
  first: number,
): readonly Sim[] {
  const { sims, listing } = customer;
  const filters = filtersOf(customer, search, filterMatch, cells);
  const passed = new Uint8Array(sims.length);
  const pass = (row: number) => {
    passed[row] = (passed[row] ?? 0) + 1;
  };
  for (const filter of filters) filter(pass);
  const required = filterCombine === 'all' ? filters.length : Math.min(filters.length, 1);
  const rowAt = orderOf(customer, search.sort, first);
  const page: Sim[] = [];
  // Without a filter every row passes, so the page starts at the offset.
  let place = required === 0 ? search.offset : 0;
  let skip = required === 0 ? 0 : search.offset;
  for (; place < listing.rows.length && page.length < search.limit; place++) {
    const row = rowAt(place);
    if ((passed[row] ?? 0) >= required && skip-- <= 0) page.push(itemAt(sims, row));
  }
  return page;
}

function orderOf(
  { listing: { rows, rowsByName } }: Customer,
  sort: Search['sort'],
  first: number,
): (place: number) => number {
  if (sort === undefined) return (place) => itemAt(rows, (place + first) % rows.length);
  const sorted = sort === 'ASC' ? rowsByName() : rowsByName().toReversed();
  return (place) => itemAt(sorted, place);
}

/** Calls `pass` for each row that the filter accepts. */
type Filter = (pass: (row: number) => void) => void;

function filtersOf(
  customer: Customer,
  { filters, tags, state }: Search,
  match: Match,
  cells: SandboxOptions['cells'],
): readonly Filter[] {
  const { sims } = customer;
  const all = filters.map(([name, value]) => filterOf(customer, name, value, match, cells));
  if (tags.length > 0) {
    all.push(filterBy(sims, (sim) => tags.every((tag) => sim.tags.includes(tag))));
  }
  if (state !== undefined) all.push(filterBy(sims, (sim) => sim.state === state));
  return all;
}

function filterOf(
  { sims, groups, listing: { textSearches } }: Customer,
  name: ThingFilterName,
  value: string,
  match: Match,
  cells: SandboxOptions['cells'],
): Filter {
  const matches = (text: string) => matchesText(text, value, match);
  const byText =
    (search: TextSearch): Filter =>
    (pass) =>
      search.find(value, match, pass);
  const inGroups = (wanted: readonly StoredGroup[]) =>
    filterBy(sims, ({ group }) => wanted.includes(group));
  const visited = operators.filter((operator) => matches(operator.name));
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  const isCell = (cell: number) =>
    cells === 'numbers' ? cell === number : cellText(cells, cell) === value.toUpperCase();
  const byName: Record<ThingFilterName, Filter> = {
    ThingName: byText(textSearches.name),
    ThingDescription: byText(textSearches.description),
    ActiveMobileSubscriber: byText(textSearches.imsi),
    IMEI: byText(textSearches.imei),
    MSISDN: byText(textSearches.msisdn),
    ExternalUniqueId: byText(textSearches.iccid),
    // Numbers have no substrings: a cell matches as a whole or not at all.
    CellId: filterBy(sims, ({ cellId }) => isCell(cellId)),
    Lac: filterBy(sims, ({ lac }) => isCell(lac)),
    MnoName: filterBy(sims, (sim) => wasUsed(sim) && visited.includes(sim.operator)),
    ThingsGroupName: inGroups(groups.filter((group) => matches(group.name))),
    Networks: inGroups(
      groups.filter(({ networks }) => networks.some(({ NetworkName }) => matches(NetworkName))),
    ),
  };
  return byName[name];
}

function filterBy(sims: readonly Sim[], test: (sim: Sim) => boolean): Filter {
  return (pass) => {
    for (const sim of sims) if (test(sim)) pass(sim.row);
  };
}
