import {
  fleetChecks,
  inventoryThingsParameters,
  simConditions,
  type FleetCheck,
  type InventoryDevices,
  type SimConditions,
} from '#api/inventory.ts';
import { applyEach, type ForEach } from '#lib/applyEach.ts';
import { type AddressParameters, writeAddress } from '#lib/filterAddress.ts';
import { paths } from '#paths.ts';

/** The name of a group; undefined if none is known. */
type GroupName = (groupId: string) => string | undefined;

/** Each condition in words; a missing condition is a compile error. */
const conditionWords: ForEach<SimConditions, string, GroupName> = {
  groupId: (id, groupName) =>
    id === '' ? 'Without a Thing Group' : `Thing Group ${groupName(id) ?? id}`,
  state: (state) => (state === '' ? 'State not reported' : `State ${state}`),
  tac: (tac) => (tac === '' ? 'No device reported' : `Device model (TAC) ${tac}`),
  device: (device) => deviceWords[device],
  network: (network) => (network === '' ? 'No network reported' : `Network ${network}`),
  silentDays: (days) => `Last location older than ${daysWords(days)}`,
  heardDays: (days) => `Last location less than ${daysWords(days)} old`,
  location: (location) => ({ none: 'No location reported' })[location],
};

/** What each condition is about: the choices in the form, in this order. */
export const conditionLabels: { readonly [Name in keyof SimConditions]-?: string } = {
  groupId: 'Thing Group ID',
  state: 'State',
  tac: 'Device model (TAC)',
  device: 'Device',
  network: 'Network of the last location',
  silentDays: 'Last location at least this many days old',
  heardDays: 'Last location less than this many days old',
  location: 'Last location',
};

const deviceWords: Readonly<Record<InventoryDevices, string>> = {
  'other-models': 'Device models beyond the largest in the chart',
  unlisted: 'Device not in any list',
};

export function daysWords(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

/** The state of a list, which lives in its URL: the conditions and the page. */
export const simsAddress: AddressParameters<SimConditions & { readonly before?: string }> = {
  ...simConditions,
  groupId: { ...simConditions.groupId, inAddress: 'group' },
  silentDays: { ...simConditions.silentDays, inAddress: 'days' },
  heardDays: { ...simConditions.heardDays, inAddress: 'within' },
  before: inventoryThingsParameters.before,
};

/** The URL of the list with exactly these SIMs. */
export function simsList(conditions: SimConditions): string {
  const search = writeAddress(new URLSearchParams(), simsAddress, conditions);
  return paths.fleet('things', String(search));
}

/** The conditions in words, such as "Device model (TAC) 35208115". */
export function filterWords(conditions: SimConditions, groupName: GroupName): readonly string[] {
  return applyEach(conditionWords, conditions, groupName);
}

export function readCheck(list: string | undefined): FleetCheck | undefined {
  return fleetChecks.find((check) => check === list);
}
