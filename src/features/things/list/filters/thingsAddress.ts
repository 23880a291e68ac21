import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';

import { sleep, systemClock } from '#lib/clock.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { readColumns, writeColumns } from '../columns/columnLayout.ts';
import type { ColumnChoice } from '../thingsPreferences.ts';
import { markNames, type MarkName } from './marks.ts';
import { useAddressTransition } from './PendingAddress.tsx';
import { distinct, filterFields, noFilter, type ThingsFilter } from './thingsFilter.ts';

/** The available page sizes; 50 is the service's maximum (API document 8.5). */
export const pageSizes = [10, 25, 50] as const;
const defaultSize = 25;

/** The state of the list, as parsed from its URL. Other tools link here, so the parameter names are fixed. */
export interface ThingsAddress extends ThingsFilter {
  readonly sort: 'ASC' | 'DESC' | undefined;
  readonly size: number;
  /** From 1. */
  readonly page: number;
  /** Columns of a shared view; undefined for the user's own. */
  readonly columns: readonly ColumnChoice[] | undefined;
  /** The mark for rows that match a criterion the service cannot filter by. */
  readonly mark: MarkName | undefined;
}

const sorts = { ThingName: 'ASC', '-ThingName': 'DESC' } as const;

const otherParameters = ['sort', 'size', 'page', 'columns', 'mark'] as const;
const parameters: readonly string[] = [...filterFields.map(({ name }) => name), ...otherParameters];
const parametersInLowerCase = new Set(parameters.map((name) => name.toLowerCase()));

export interface ParsedAddress {
  readonly address: ThingsAddress;
  /**
   * Parameters with a value that was ignored as invalid or surplus, and miscapitalised parameters. Any other parameter
   * may belong to another tool.
   */
  readonly invalid: readonly string[];
}

/**
 * Reads the URL. An invalid value is replaced by the default, and its parameter is reported. If a parameter is allowed
 * only once, its first value is used.
 */
export function readThingsAddress(search: URLSearchParams): ParsedAddress {
  const invalid = new Set<string>();

  const valuesOf = (name: string, max: number): readonly string[] => {
    const values = distinct(search.getAll(name));
    if (values.length > max) invalid.add(name);
    return values.slice(0, max);
  };
  const readOne = <T>(name: string, read: (given: string) => T | undefined): T | undefined => {
    const [given] = valuesOf(name, 1);
    const value = given === undefined ? undefined : read(given);
    if (given !== undefined && value === undefined) invalid.add(name);
    return value;
  };

  let filter = noFilter;
  for (const { name, maxValues, accepts, change } of filterFields) {
    const values = valuesOf(name, maxValues);
    const accepted = accepts ? values.filter(accepts) : values;
    if (accepted.length < values.length) invalid.add(name);
    filter = change(filter, accepted);
  }
  const address: ThingsAddress = {
    ...filter,
    sort: readOne('sort', (given) => Object.entries(sorts).find(([name]) => name === given)?.[1]),
    size:
      readOne('size', (given) => pageSizes.find((size) => String(size) === given)) ?? defaultSize,
    page: readOne('page', readPage) ?? 1,
    columns: readOne('columns', (given) => {
      const { columns, isWhole } = readColumns(given);
      if (!isWhole) invalid.add('columns');
      return columns.length > 0 ? columns : undefined;
    }),
    mark: readOne('mark', (given) => markNames.find((mark) => mark === given)),
  };
  for (const name of search.keys()) {
    if (!parameters.includes(name) && parametersInLowerCase.has(name.toLowerCase()))
      invalid.add(name);
  }
  return { address, invalid: [...invalid] };
}

function readPage(given: string): number | undefined {
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : undefined;
}

/**
 * The query string of a list, without defaults; other tools' parameters are kept.
 *
 * @param current the current query string
 */
export function writeThingsAddress(
  current: URLSearchParams,
  address: ThingsAddress,
): URLSearchParams {
  const next = new URLSearchParams(current);
  const write = (name: string, value: string | undefined) => {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  };
  for (const { name, values } of filterFields) {
    const [first, ...others] = values(address);
    write(name, first);
    for (const value of others) next.append(name, value);
  }
  write('sort', Object.entries(sorts).find(([, sort]) => sort === address.sort)?.[0]);
  write('size', address.size === defaultSize ? undefined : String(address.size));
  write('page', address.page === 1 ? undefined : String(address.page));
  write('columns', address.columns && writeColumns(address.columns));
  write('mark', address.mark);
  return next;
}

/** Parts of the next URL; a function receives the current ones. */
type Change = Partial<ThingsAddress> | ((current: ThingsAddress) => Partial<ThingsAddress>);

/** Changes part of the URL. Any change other than to the page itself returns to page 1. */
export type PatchAddress = (change: Change) => void;

interface ThingsAddressControl extends ParsedAddress {
  /** This function and the next one are stable. */
  readonly patch: PatchAddress;
  /**
   * Like `patch`, for the filter form: waits briefly for the rows, because rendering the chips before them would delay
   * the rows. Meanwhile, PendingAddress.tsx shows that the click was accepted.
   */
  readonly patchWithRows: PatchAddress;
}

/** In milliseconds. After that, the new filters are rendered with a loading message. */
const rowsMayTakeMs = 150;

/**
 * The state of the list, which lives in its URL. Unchanged parts of the state keep their object identity.
 *
 * @param read called with each new URL before it renders; its promise settles when the rows have arrived
 */
export function useThingsAddress(
  read: (next: ThingsAddress) => Promise<void>,
): ThingsAddressControl {
  const { search, peek, patchSearch } = useSearchPatch();
  const [parse] = useState(equalParts);
  const parsed = useMemo(() => parse(search), [parse, search]);
  const startTransition = useAddressTransition();
  /** How many clicks wait for their rows, and the history entry of the last click. */
  const waiting = useRef({ clicks: 0, key: '' });

  /** Asks for the rows before it writes the URL; settles when they have arrived. */
  const go = useCallback(
    async (change: Change) => {
      const now = peek();
      const from = readThingsAddress(new URLSearchParams(now.search)).address;
      const changed = typeof change === 'function' ? change(from) : change;
      const next = { ...from, page: 1, ...changed };
      const rows = read(next);
      // For the Back button, clicks that are rendered together are one step.
      const replace = waiting.current.clicks > 0 && waiting.current.key === now.key;
      patchSearch((current) => writeThingsAddress(current, next), { replace });
      waiting.current.key = peek().key;
      return rows;
    },
    [peek, read, patchSearch],
  );

  const patch = useCallback<PatchAddress>(
    (change) => startTransition(() => void go(change)),
    [startTransition, go],
  );

  const patchWithRows = useCallback<PatchAddress>(
    (change) => {
      // React renders a URL that was written within an action when the action is over.
      startTransition(async () => {
        const rows = go(change);
        waiting.current.clicks++;
        await Promise.race([rows, sleep(systemClock, rowsMayTakeMs)]);
        waiting.current.clicks--;
      });
    },
    [startTransition, go],
  );
  return { ...parsed, patch, patchWithRows };
}

/** Returns a function that parses a query string, reusing the parts of its last result that are equal. */
function equalParts(): typeof readThingsAddress {
  let last: ParsedAddress | undefined;
  return (search) => (last = replaceEqualDeep(last, readThingsAddress(search)));
}
