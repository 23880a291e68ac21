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
  /** Parameters whose value did not fit and was replaced by its default. */
  readonly invalid: readonly string[];
}

/** Reads the address; a value that does not fit falls back to its default, and is named. */
export function readThingsAddress(search: URLSearchParams): ParsedAddress {
  const invalid: string[] = [];
  const oneOf = <T>(name: string, values: Readonly<Record<string, T>>): T | undefined => {
    const given = search.get(name);
    if (given === null || given === '') return undefined;
    if (Object.hasOwn(values, given)) return values[given];
    invalid.push(name);
    return undefined;
  };
  const tags = nonEmpty(search.getAll('Tags'));
  if (tags.length > maxTagFilters) invalid.push('Tags');
  const address: ThingsAddress = {
    filters: readFilters(search),
    tags: tags.slice(0, maxTagFilters),
    state: oneOf('State', Object.fromEntries(thingStates.map((state) => [state, state]))),
    sort: oneOf('sort', { ThingName: 'ASC', '-ThingName': 'DESC' } as const),
    size:
      oneOf('size', Object.fromEntries(pageSizes.map((size) => [String(size), size]))) ??
      defaultSize,
    page: readPage(search.get('page'), invalid),
    columns: readColumnList(search.get('columns'), invalid),
    mark: oneOf('mark', Object.fromEntries(markNames.map((mark) => [mark, mark]))),
  };
  return { address, invalid };
}

function readFilters(search: URLSearchParams): ThingsAddress['filters'] {
  const filters: Partial<Record<ThingFilterName, string>> = {};
  for (const name of thingFilterNames) {
    const value = search.get(name)?.trim();
    if (value !== undefined && value !== '') filters[name] = value;
  }
  return filters;
}

function readPage(given: string | null, invalid: string[]): number {
  if (given === null || given === '') return 1;
  if (/^[1-9]\d{0,6}$/.test(given)) return Number(given);
  invalid.push('page');
  return 1;
}

function readColumnList(given: string | null, invalid: string[]): ThingsAddress['columns'] {
  if (given === null || given === '') return undefined;
  const { columns, isWhole } = readColumns(given);
  if (!isWhole) invalid.push('columns');
  return columns.length > 0 ? columns : undefined;
}

function nonEmpty(values: readonly string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
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
