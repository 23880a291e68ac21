import type { FleetCheck, FleetCheckResult } from '#api/inventory.ts';
import { formatNumber } from '#lib/format.ts';

/** How much a check that found something matters: look at it now, look at it when there is time, or know it. */
export type Weight = 'urgent' | 'look' | 'know';

export interface CheckWords {
  readonly label: string;
  /** What it means that a SIM is in the list. */
  readonly meaning: string;
  /** What to do about it. */
  readonly advice: string;
  readonly weight: Weight;
}

/** The checks, worst first. */
export const checkWords: Readonly<Record<FleetCheck, CheckWords>> = {
  'outside-lock': {
    label: 'May lose service by the group’s IMEI lock',
    meaning:
      'The Thing Group is locked to a prefix. The last known IMEI is outside it, or no readable one is known. Suspended SIMs are not counted. The lock is checked when a session starts. Such a SIM may have lost service, or may lose it at its next session.',
    advice:
      'Put the right device in, move the SIM to another group, or change the group’s prefix. Without a known IMEI, check whether the SIM is in use.',
    weight: 'urgent',
  },
  'shared-imei': {
    label: 'Same device on several SIMs',
    meaning:
      'Several SIMs report the same IMEI. A SIM was moved to another device, a device has several SIMs, or an IMEI was copied.',
    advice: 'Find out which device is which. A copied IMEI is a reason to suspend.',
    weight: 'urgent',
  },
  'suspended-counting': {
    label: 'Suspended but still using data',
    meaning: 'The state is SUSPENDED, and the usage measure “Data” has grown since.',
    advice: 'Ask the service’s support: usage may have been reported late, or the SIM still works.',
    weight: 'urgent',
  },
  'not-found': {
    label: 'Not found any more',
    meaning: 'The last complete scan of the fleet did not show the SIM, and no list has since.',
    advice: 'Look it up by its ICCID: it may have been deleted, or moved to another customer.',
    weight: 'urgent',
  },
  'other-device': {
    label: 'Another device noticed in the last 7 days',
    meaning:
      'A list showed another IMEI than the one before: another device, or even another model. It was changed at some time between the two lists.',
    advice: 'Check whether somebody planned to change the device.',
    weight: 'look',
  },
  blocked: {
    label: 'Something is blocked',
    meaning: 'At least one block flag is set: data, LTE data, or SMS.',
    advice: 'Check whether the block is still wanted.',
    weight: 'look',
  },
  'unlisted-group': {
    label: 'In a group that is not listed',
    meaning: 'The newest list of Thing Groups does not show the group of the SIM.',
    advice: 'Open Thing Groups to read the list again. The group may have been deleted.',
    weight: 'look',
  },
  'silent-90': {
    label: 'No location for 90 days',
    meaning: 'The last location is older than 90 days: the device may be off, gone or broken.',
    advice: 'Suspend the SIM, or look for the device.',
    weight: 'look',
  },
  'silent-30': {
    label: 'No location for 30 days',
    meaning: 'The last location is older than 30 days. Those of 90 days are among them.',
    advice: 'Ask where the device is, and whether it should be on.',
    weight: 'look',
  },
  'silent-7': {
    label: 'No location for 7 days',
    meaning: 'The last location is older than 7 days. Those of 30 and 90 days are among them.',
    advice: 'Normal for devices that report rarely. Compare with others of the group.',
    weight: 'know',
  },
  'same-data': {
    label: 'Data unchanged for a day',
    meaning: 'Two lists at least a day apart show the same “Data”: nothing was used in between.',
    advice: 'Normal for devices that send rarely. If not, check whether they are on.',
    weight: 'know',
  },
  'no-imei': {
    label: 'No device known',
    meaning:
      'No IMEI was ever reported, or only zeros: the SIM may never have been used, or its network reports none.',
    advice: 'Check this only if the SIM should be in use.',
    weight: 'know',
  },
};

const order = Object.keys(checkWords);

export function worstFirst(checks: readonly FleetCheckResult[]): readonly FleetCheckResult[] {
  return checks.toSorted((a, b) => order.indexOf(a.check) - order.indexOf(b.check));
}

/** Checks that found something, the worst first. A long silence stands for the shorter ones, which contain it. */
export function findings(checks: readonly FleetCheckResult[]): readonly FleetCheckResult[] {
  const found = worstFirst(checks.filter(({ count }) => count > 0));
  const longest = found.find(({ check }) => isSilence(check));
  return found.filter((result) => !isSilence(result.check) || result === longest);
}

function isSilence(check: FleetCheck): boolean {
  return check.startsWith('silent-');
}

/** How a figure moved since the last scan, in words. */
export function trendWords({ count, before }: Pick<FleetCheckResult, 'count' | 'before'>): string {
  if (before === null) return 'No earlier scan';
  const change = count - before;
  if (change === 0) return 'No change';
  return `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`;
}

/** A sign for the trend, beside its words. */
export function trendSign({ count, before }: Pick<FleetCheckResult, 'count' | 'before'>): string {
  if (before === null || count === before) return '';
  return count > before ? '▲' : '▼';
}

/** Answers "is anything wrong today?" in one or two sentences. */
export function verdict(checks: readonly FleetCheckResult[]): string {
  const found = findings(checks);
  const urgent = found.filter(({ check }) => checkWords[check].weight === 'urgent').length;
  if (urgent > 0) {
    return urgent === 1
      ? 'One check found something that should be looked at now.'
      : `${urgent} checks found something that should be looked at now.`;
  }
  const untold = checks.filter(({ of }) => of === 0).length;
  const gaps =
    untold === 0 ? '' : ` ${untold} ${untold === 1 ? 'check' : 'checks'} cannot tell yet.`;
  if (found.some(({ check }) => checkWords[check].weight === 'look')) {
    return `Nothing urgent. Some SIMs are worth a look.${gaps}`;
  }
  return found.length > 0
    ? `Nothing wrong was found. There are some facts to know.${gaps}`
    : `Nothing was found.${gaps}`;
}
