import type { ThingFilterName } from '#contract/thingsQuery.ts';

import type { Customer } from '../customer.ts';
import type { StoredGroup } from '../groups/groupStore.ts';
import type { SandboxOptions } from '../options.ts';
import { type Fleet, fleetStates, tagIds } from '../seed/fleet.ts';
import { operators } from '../seed/operators.ts';
import type { Match, TextColumn } from '../seed/textColumn.ts';
import type { ThingsSearch } from './thingsQuery.ts';

/**
 * Rows of the Things that a search asks for, in its order, at most `limit` of them after `offset`.
 * With several filters, each counts the rows that pass it; a row is found when it passed all of them,
 * or any.
 *
 * @param first row at which a list without `sortBy` begins
 */
export function findThings(
  customer: Customer,
  search: ThingsSearch,
  { filterMatch, filterCombine }: Pick<SandboxOptions, 'filterMatch' | 'filterCombine'>,
  first = 0,
): number[] {
  const { fleet } = customer;
  const filters = [...filtersOf(customer, search, filterMatch)];
  if (filters.length === 1 && search.sort === undefined && first === 0) {
    // The usual search for one SIM: its rows come in order, and no other has to be looked at.
    const rows: number[] = [];
    filters[0]?.((row) => rows.push(row));
    return rows.slice(search.offset, search.offset + search.limit);
  }
  const passed = new Uint8Array(fleet.size);
  for (const filter of filters) {
    filter((row) => {
      passed[row] = (passed[row] ?? 0) + 1;
    });
  }
  const needed = filterCombine === 'all' ? filters.length : Math.min(filters.length, 1);
  return page(customer, search, first, (row) => (passed[row] ?? 0) >= needed);
}

type Pass = (row: number) => void;
/** Hands each row that it lets through to `pass`, in ascending order. */
type Filter = (pass: Pass) => void;

function* filtersOf(customer: Customer, search: ThingsSearch, match: Match): Generator<Filter> {
  const { fleet } = customer;
  for (const [name, value] of search.filters) yield filterOf(customer, name, value, match);
  if (search.tags.length > 0) {
    const wanted = search.tags.map((id) => tagIds.findIndex((tag) => tag === id));
    // A tag that nobody carries has place -1, and then no row fits.
    const bits = wanted.includes(-1) ? -1 : wanted.reduce((sum, tag) => sum | (1 << tag), 0);
    yield (pass) => scan(fleet.tags, (tags) => (tags & bits) === bits, pass);
  }
  if (search.state !== undefined) {
    const state = fleetStates.indexOf(search.state);
    yield (pass) => scan(fleet.state, (other) => other === state, pass);
  }
}

function page(
  { fleet }: Customer,
  { sort, limit, offset }: ThingsSearch,
  first: number,
  isFound: (row: number) => boolean,
): number[] {
  const order = sort === undefined ? undefined : fleet.byName();
  const rows: number[] = [];
  let skip = offset;
  for (let place = 0; place < fleet.size && rows.length < limit; place++) {
    const row =
      order?.[sort === 'DESC' ? fleet.size - 1 - place : place] ?? (place + first) % fleet.size;
    if (isFound(row) && skip-- <= 0) rows.push(row);
  }
  return rows;
}

function filterOf(customer: Customer, name: ThingFilterName, value: string, match: Match): Filter {
  const { fleet, groups } = customer;
  const inText =
    (column: TextColumn): Filter =>
    (pass) =>
      column.find(value, match, pass);
  const inGroups =
    (test: (group: StoredGroup) => boolean): Filter =>
    (pass) => {
      const wanted = groups.all().map(test);
      scan(fleet.group, (group) => wanted[group] === true, pass);
    };
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1;
  const byName: Record<ThingFilterName, Filter> = {
    ThingName: inText(fleet.name),
    ThingDescription: inText(fleet.description),
    ActiveMobileSubscriber: inText(fleet.imsi),
    IMEI: inText(fleet.imei),
    MSISDN: inText(fleet.msisdn),
    ExternalUniqueId: inText(fleet.iccid),
    // Numbers have no parts: a cell is meant or it is not.
    CellId: (pass) => scan(fleet.cellId, (cell) => cell === number, pass),
    Lac: (pass) => scan(fleet.lac, (lac) => lac === number, pass),
    MnoName: (pass) => scanOperators(fleet, (operator) => matches(operator, value, match), pass),
    ThingsGroupName: inGroups((group) => matches(group.name, value, match)),
    Networks: inGroups((group) =>
      group.networks.some(({ NetworkName }) => matches(NetworkName, value, match)),
    ),
  };
  return byName[name];
}

/** A SIM that was never used has met no operator, whatever the column says. */
function scanOperators(fleet: Fleet, test: (name: string) => boolean, pass: Pass): void {
  const wanted = operators.map(({ name }) => test(name));
  const unused = fleetStates.indexOf('PROVISIONED');
  scan(
    fleet.operator,
    (operator, row) => wanted[operator] === true && fleet.state[row] !== unused,
    pass,
  );
}

function scan(
  column: Uint8Array | Uint16Array | Uint32Array,
  test: (value: number, row: number) => boolean,
  pass: Pass,
): void {
  for (let row = 0; row < column.length; row++) if (test(column[row] ?? 0, row)) pass(row);
}

function matches(text: string, value: string, match: Match): boolean {
  const a = text.toLowerCase();
  const b = value.toLowerCase();
  if (match === 'exact') return a === b;
  return match === 'prefix' ? a.startsWith(b) : a.includes(b);
}
