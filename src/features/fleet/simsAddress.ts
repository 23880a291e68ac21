import { useMemo } from 'react';

import {
  fleetChecks,
  rememberedDevices,
  type FleetCheck,
  type RememberedDevices,
  type RememberedThingsQuery,
} from '#api/fleet.ts';
import { textUpTo } from '#lib/filterAddress.ts';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { daysWords } from './pictures.ts';

/**
 * Which SIMs a list of the memory shows: a part of a picture, and a page of it. An empty text stands for "none", such
 * as SIMs without a group; undefined is no filter.
 */
export interface SimsAddress {
  readonly group: string | undefined;
  readonly state: string | undefined;
  readonly tac: string | undefined;
  readonly network: string | undefined;
  readonly device: RememberedDevices | undefined;
  /** The last location is older, or not. */
  readonly days: number | undefined;
  readonly within: number | undefined;
  readonly location: 'none' | undefined;
  /** Cursor of the gateway; undefined for the first page. */
  readonly before: string | undefined;
}

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
  const text = textUpTo(200);
  const days = (given: string) => (/^[1-9]\d{0,2}$/.test(given) ? Number(given) : undefined);
  const address: SimsAddress = {
    group: read('group', text),
    state: read('state', text),
    tac: read('tac', (given) => (/^\d{0,16}$/.test(given) ? given : undefined)),
    network: read('network', text),
    device: read('device', (given) => rememberedDevices.find((known) => known === given)),
    days: read('days', days),
    within: read('within', days),
    location: read('location', (given) => (given === 'none' ? given : undefined)),
    before: read('before', (given) => (given === '' ? undefined : text(given))),
  };
  return { address, invalid };
}

/** What the gateway is asked for. */
export function queryOf(
  check: FleetCheck | undefined,
  address: SimsAddress,
): RememberedThingsQuery {
  const { group, days, within, ...others } = address;
  return {
    check,
    groupId: group,
    silentDays: days,
    heardDays: within,
    ...others,
    size: pageSize,
  };
}

/** The filter in words, such as "Device model (TAC) 35208115". */
export function filterWords(
  { group, state, tac, network, device, days, within, location }: SimsAddress,
  groupName: (groupId: string) => string | undefined,
): readonly string[] {
  const words = (label: string, value: string | undefined, none: string) =>
    value === undefined ? [] : [value === '' ? none : `${label} ${value}`];
  return [
    ...words('Thing Group', group && (groupName(group) ?? group), 'Without a Thing Group'),
    ...words('State', state, 'State not reported'),
    ...words('Device model (TAC)', tac, 'No device reported'),
    ...(device === undefined ? [] : [deviceWords[device]]),
    ...words('Network', network, 'No network reported'),
    ...(days === undefined ? [] : [`Last location older than ${daysWords(days)}`]),
    ...(within === undefined ? [] : [`Last location within ${daysWords(within)}`]),
    ...(location === undefined ? [] : ['No location reported']),
  ];
}

const deviceWords: Readonly<Record<RememberedDevices, string>> = {
  'other-models': 'Device models beyond the largest of the picture',
  unlisted: 'Device not in any list',
};

export function readCheck(list: string | undefined): FleetCheck | undefined {
  return fleetChecks.find((check) => check === list);
}

/** The state of the page, and how to turn it or drop its filter. */
export function useSimsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const parsed = useMemo(() => readSimsAddress(search), [search]);
  return {
    ...parsed,
    turnTo: (before: string) =>
      patchSearch((current) => {
        if (before === '') current.delete('before');
        else current.set('before', before);
        return current;
      }),
    clear: () =>
      patchSearch((current) => {
        for (const name of Object.keys(parsed.address)) current.delete(name);
        return current;
      }),
  };
}
