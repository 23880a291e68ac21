import { fleetChecks, type FleetCheck, type FleetCheckResult } from '#api/inventory.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';

/** How much a finding matters: look into it now, look into it when there is time, or just note it. */
export type Weight = 'urgent' | 'look' | 'know';

interface CheckWords {
  /** What it means for a SIM to be in the list. */
  readonly meaning: string;
  /** What the user can do about it. */
  readonly advice: string;
  readonly weight: Weight;
}

/** The checks, worst first. */
export const checkWords: Readonly<Record<FleetCheck, CheckWords>> = {
  'outside-lock': {
    meaning:
      'The Thing Group is locked to a prefix. The last known IMEI does not match it, or no valid IMEI is known. Suspended SIMs are not counted. The lock is checked when a session starts. The SIM may have lost service, or may lose it at its next session.',
    advice:
      'Use the right device, move the SIM to another group, or change the group’s prefix. Without a known IMEI, check whether the SIM is in use.',
    weight: 'urgent',
  },
  'shared-imei': {
    meaning:
      'Several SIMs report the same IMEI. Either a SIM was moved, a device has several SIMs, or an IMEI was copied.',
    advice: 'Find out which device is which. A copied IMEI is a reason to suspend the SIM.',
    weight: 'urgent',
  },
  'suspended-counting': {
    meaning:
      'The state is SUSPENDED, but the usage measure “Data” has increased since. The SIM may have been active for a while between two lists.',
    advice:
      'Ask the service’s support: usage may have been reported late, or the SIM may still work.',
    weight: 'urgent',
  },
  'not-found': {
    meaning: 'The last complete scan did not include the SIM, and no list has shown it since.',
    advice: 'Look it up by its ICCID: it may have been deleted, or moved to another customer.',
    weight: 'urgent',
  },
  'other-device': {
    meaning:
      'A list showed a different IMEI than the previous list: another device, or even another model. The change happened between the two lists.',
    advice: 'Check whether the device change was planned.',
    weight: 'look',
  },
  blocked: {
    meaning: 'At least one block flag is set: data, LTE data, or SMS.',
    advice: 'Check whether the block is still wanted.',
    weight: 'look',
  },
  'unlisted-group': {
    meaning: 'The newest list of Thing Groups does not include the SIM’s group.',
    advice: 'Open Thing Groups to refresh the list. The group may have been deleted.',
    weight: 'look',
  },
  'silent-90': {
    meaning: 'The last location is older than 90 days: the device may be off, lost or broken.',
    advice: 'Suspend the SIM, or look for the device.',
    weight: 'look',
  },
  'silent-30': {
    meaning: 'The last location is older than 30 days. Includes SIMs found by the 90-day check.',
    advice: 'Ask where the device is, and whether it should be on.',
    weight: 'look',
  },
  'silent-7': {
    meaning:
      'The last location is older than 7 days. Includes SIMs found by the 30- and 90-day checks.',
    advice: 'Normal for devices that report rarely. Compare it with other SIMs in the group.',
    weight: 'know',
  },
  'same-data': {
    meaning: 'Two lists at least a day apart show the same “Data”: no data was used in between.',
    advice: 'Normal for devices that rarely send data. Otherwise, check whether the device is on.',
    weight: 'know',
  },
  'no-imei': {
    meaning:
      'The IMEI was never reported, or only as zeros. The SIM may never have been used, or its network reports none.',
    advice: 'Check this only if the SIM should be in use.',
    weight: 'know',
  },
};

/** All checks, worst first. */
export const checkOrder: readonly FleetCheck[] = fleetChecks.toSorted((a, b) => rank(a) - rank(b));

function rank(check: FleetCheck): number {
  return Object.keys(checkWords).indexOf(check);
}

export function worstFirst(checks: readonly FleetCheckResult[]): readonly FleetCheckResult[] {
  return checks.toSorted((a, b) => rank(a.check) - rank(b.check));
}

/** Findings, worst first. Of the silence checks, only the longest counts, because its SIMs are in the others too. */
export function findings(checks: readonly FleetCheckResult[]): readonly FleetCheckResult[] {
  const found = worstFirst(checks.filter(({ count }) => count > 0));
  const longest = found.find(({ check }) => isSilence(check));
  return found.filter((result) => !isSilence(result.check) || result === longest);
}

function isSilence(check: FleetCheck): boolean {
  return check.startsWith('silent-');
}

/** How a figure has changed since the last scan, in words. */
export function trendWords({ count, before }: Pick<FleetCheckResult, 'count' | 'before'>): string {
  if (before === null) return 'No earlier scan';
  const change = count - before;
  if (change === 0) return 'No change';
  return `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`;
}

/** A symbol for the trend, shown next to its text. */
export function trendSign({ count, before }: Pick<FleetCheckResult, 'count' | 'before'>): string {
  if (before === null || count === before) return '';
  return count > before ? '▲' : '▼';
}

/** Answers "is anything wrong today?" in one or two sentences. */
export function verdict(checks: readonly FleetCheckResult[]): string {
  const found = findings(checks);
  const urgent = found.filter(({ check }) => checkWords[check].weight === 'urgent').length;
  if (urgent > 0) {
    return `${urgent === 1 ? 'One check' : `${urgent} checks`} found SIMs that need attention now.`;
  }
  const untold = checks.filter(({ of }) => of === 0).length;
  const gaps = untold === 0 ? '' : ` ${counted(untold, 'check has', 'checks have')} no data yet.`;
  if (found.some(({ check }) => checkWords[check].weight === 'look')) {
    return `Nothing urgent. Some SIMs are worth a look.${gaps}`;
  }
  return found.length > 0
    ? `No problems were found. Some findings are for information only.${gaps}`
    : `No check found anything.${gaps}`;
}
