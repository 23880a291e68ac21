import {
  maxTagFilters,
  thingFilterNames,
  thingStates,
  type ThingFilterName,
  type ThingState,
} from '#api/things.ts';

import { readColumns, writeColumns } from '../columns/columnsAddress.ts';
import type { ColumnChoice } from '../preferences/thingsPreferences.ts';
import { markNames, type MarkName } from '../views/marks.ts';
import { fitsFilter } from './filterAdvice.ts';

/** The page sizes on offer; 50 is the service's largest (API document 8.5). */
export const pageSizes = [10, 25, 50] as const;
const defaultSize = 25;

/** The list as its address tells it. Other tools link here, so the parameter names are fixed. */
export interface ThingsAddress {
  readonly filters: Readonly<Partial<Record<ThingFilterName, string>>>;
  readonly tags: readonly string[];
  readonly state: ThingState | undefined;
  readonly sort: 'ASC' | 'DESC' | undefined;
  readonly size: number;
  /** From 1. */
  readonly page: number;
  /** Columns of a shared view; undefined for the person's own. */
  readonly columns: readonly ColumnChoice[] | undefined;
  /** What rows are marked for, where the service cannot filter by it. */
  readonly mark: MarkName | undefined;
}

export interface ParsedAddress {
  readonly address: ThingsAddress;
  /**
   * Parameters of which a value did not fit, or was one too many, and was left out; and those that are
   * like one of the list's but for capitals. What else is there may be somebody else's.
   */
  readonly invalid: readonly string[];
}

/**
 * Reads the address; a value that does not fit falls back to its default, and is named. Of a parameter
 * that may be there once, the first value counts.
 */
export function readThingsAddress(search: URLSearchParams): ParsedAddress {
  const invalid = new Set<string>();
  const one = (name: string): string | undefined => {
    const [first, ...others] = differing(search.getAll(name));
    if (others.length > 0) invalid.add(name);
    return first;
  };
  const fitting = <T>(name: string, read: (given: string) => T | undefined): T | undefined => {
    const given = one(name);
    const value = given === undefined ? undefined : read(given);
    if (given !== undefined && value === undefined) invalid.add(name);
    return value;
  };
  const oneOf = <T>(name: string, values: Readonly<Record<string, T>>): T | undefined =>
    fitting(name, (given) => (Object.hasOwn(values, given) ? values[given] : undefined));
  const filters: Partial<Record<ThingFilterName, string>> = {};
  for (const name of thingFilterNames) {
    const value = fitting(name, (given) => (fitsFilter(name, given) ? given : undefined));
    if (value !== undefined) filters[name] = value;
  }
  const tags = differing(search.getAll('Tags'));
  if (tags.length > maxTagFilters) invalid.add('Tags');
  const address: ThingsAddress = {
    filters,
    tags: tags.slice(0, maxTagFilters),
    state: oneOf('State', Object.fromEntries(thingStates.map((state) => [state, state]))),
    sort: oneOf('sort', { ThingName: 'ASC', '-ThingName': 'DESC' } as const),
    size:
      oneOf('size', Object.fromEntries(pageSizes.map((size) => [String(size), size]))) ??
      defaultSize,
    page: fitting('page', readPage) ?? 1,
    columns: readColumnList(one('columns'), invalid),
    mark: oneOf('mark', Object.fromEntries(markNames.map((mark) => [mark, mark]))),
  };
  for (const name of search.keys()) {
    if (!parameters.has(name) && parametersInLowerCase.has(name.toLowerCase())) invalid.add(name);
  }
  return { address, invalid: [...invalid] };
}

const otherParameters = ['Tags', 'State', 'sort', 'size', 'page', 'columns', 'mark'] as const;
const parameters = new Set<string>([...thingFilterNames, ...otherParameters]);
const parametersInLowerCase = new Set([...parameters].map((name) => name.toLowerCase()));

function readPage(given: string): number | undefined {
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : undefined;
}

function readColumnList(given: string | undefined, invalid: Set<string>): ThingsAddress['columns'] {
  if (given === undefined) return undefined;
  const { columns, isWhole } = readColumns(given);
  if (!isWhole) invalid.add('columns');
  return columns.length > 0 ? columns : undefined;
}

/** Each value once, without those that say nothing. */
function differing(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
}

/**
 * The parameters of a list, with defaults left out; parameters of other owners are kept.
 *
 * @param current the address as it is
 */
export function writeThingsAddress(
  current: URLSearchParams,
  address: ThingsAddress,
): URLSearchParams {
  const next = new URLSearchParams(current);
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  };
  for (const name of thingFilterNames) set(name, address.filters[name]);
  next.delete('Tags');
  for (const tag of address.tags) next.append('Tags', tag);
  set('State', address.state);
  set('sort', address.sort && (address.sort === 'ASC' ? 'ThingName' : '-ThingName'));
  set('size', address.size === defaultSize ? undefined : String(address.size));
  set('page', address.page === 1 ? undefined : String(address.page));
  set('columns', address.columns && writeColumns(address.columns));
  set('mark', address.mark);
  return next;
}

/** Whether anything narrows the list. */
export function isFiltered({ filters, tags, state }: ThingsAddress): boolean {
  return Object.keys(filters).length > 0 || tags.length > 0 || state !== undefined;
}
