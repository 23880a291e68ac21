import { useMemo } from 'react';

import { fleetChecks, type FleetCheck, type RememberedThingsQuery } from '#api/fleet.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { daysWords } from './pictures.ts';

/**
 * Which SIMs a list of the memory shows: a part of a picture, and a page of it. An empty text stands for "none", such
 * as SIMs without a group; undefined is no filter.
 */
export interface SimsAddress {
  readonly group: string | undefined;
  readonly tac: string | undefined;
  readonly network: string | undefined;
  /** The last location is older. */
  readonly days: number | undefined;
  /** Cursor of the gateway; undefined for the first page. */
  readonly before: string | undefined;
}

const maxTextLength = 200;

/** Rows of a page. */
const pageSize = 50;

/** Reads the address. An invalid value counts as none, and its parameter is reported. */
export function readSimsAddress(search: URLSearchParams) {
  const invalid: string[] = [];
  function read<T>(name: string, parse: (text: string) => T | undefined): T | undefined {
    const text = search.get(name)?.trim();
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) invalid.push(name);
    return value;
  }
  // The gateway refuses other texts.
  const text = (given: string) =>
    given.length <= maxTextLength && given.isWellFormed() && !/\p{Cc}/u.test(given)
      ? given
      : undefined;
  const address: SimsAddress = {
    group: read('group', text),
    tac: read('tac', (given) => (/^\d{0,16}$/.test(given) ? given : undefined)),
    network: read('network', text),
    days: read('days', (given) => (/^[1-9]\d{0,2}$/.test(given) ? Number(given) : undefined)),
    before: read('before', (given) => (given === '' ? undefined : text(given))),
  };
  return { address, invalid };
}

/** What the gateway is asked for. */
export function queryOf(
  check: FleetCheck | undefined,
  address: SimsAddress,
): RememberedThingsQuery {
  const { group, tac, network, days, before } = address;
  return {
    ...(check !== undefined && { check }),
    ...(group !== undefined && { groupId: group }),
    ...(tac !== undefined && { tac }),
    ...(network !== undefined && { network }),
    ...(days !== undefined && { silentDays: days }),
    ...(before !== undefined && { before }),
    size: pageSize,
  };
}

/** The filter in words, such as "Device model (TAC) 35208115". */
export function filterWords(
  { group, tac, network, days }: SimsAddress,
  groupName: (groupId: string) => string | undefined,
): readonly string[] {
  const words = (label: string, value: string | undefined, none: string) =>
    value === undefined ? [] : [value === '' ? none : `${label} ${value}`];
  return [
    ...words('Thing Group', group && (groupName(group) ?? group), 'Without a Thing Group'),
    ...words('Device model (TAC)', tac, 'No device reported'),
    ...words('Network', network, 'No network reported'),
    ...(days === undefined ? [] : [`Last location older than ${daysWords(days)}`]),
  ];
}

export function readCheck(list: string | undefined): FleetCheck | undefined {
  return fleetChecks.find((check) => check === list);
}

/** The state of the page, and how to turn it or drop its filter. */
export function useSimsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => readSimsAddress(search), [search]);
  return {
    ...parsed,
    turnTo: (before: string | undefined) =>
      patchSearch((current) => {
        if (before === undefined) current.delete('before');
        else current.set('before', before);
        return current;
      }),
    clear: () =>
      patchSearch((current) => {
        for (const name of ['group', 'tac', 'network', 'days', 'before']) current.delete(name);
        return current;
      }),
  };
}
