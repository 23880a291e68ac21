import type { FleetCheck, ListedThing } from '#api/inventory.ts';
import { counted } from '#lib/counted.ts';
import { absent, formatNumber, isTimestamp } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { span } from '#lib/span.ts';
import { withName } from '#lib/withName.ts';

/** How long a SIM may still be in a session after it was last located. */
const recentMs = 86_400_000;

/** The column that shows what a check is about; undefined for a list that belongs to no check. */
export function checkColumn(check: FleetCheck | undefined): AboutColumn | undefined {
  return check && aboutColumns[check];
}

export interface AboutColumn {
  readonly head: string;
  readonly text: (thing: ListedThing, now: number) => string;
}

const silence: AboutColumn = {
  head: 'Data',
  text: ({ values: { data }, dataSince }, now) =>
    data === undefined
      ? 'Not reported'
      : `${formatNumber(data)}${dataSince === null ? '' : `, first listed ${ago(dataSince, now)} and unchanged since`}`,
};

const aboutColumns: Readonly<Record<FleetCheck, AboutColumn>> = {
  'outside-lock': { head: 'Lock of the group', text: lockWords },
  'shared-imei': {
    head: 'Same device',
    text: ({ alsoOn }) =>
      `On ${alsoOn === undefined ? 'other SIMs' : counted(alsoOn, 'other SIM')}`,
  },
  'no-imei': {
    head: 'Last known device',
    text: ({ lastImei, names }) =>
      lastImei === null ? 'Never reported' : withName(lastImei, names?.model),
  },
  'silent-7': silence,
  'silent-30': silence,
  'silent-90': silence,
  'same-data': silence,
  'suspended-counting': {
    head: 'Data',
    text: ({ values: { data } }) => (data === undefined ? 'Not reported' : formatNumber(data)),
  },
  blocked: {
    head: 'Blocked',
    text: ({ values: { blocks } }) => blocks?.join(', ') ?? 'Not reported',
  },
  'other-device': { head: 'Device before', text: formerDeviceWords },
  'unlisted-group': {
    head: 'Group ID',
    text: ({ values: { groupId } }) => groupId ?? 'Not reported',
  },
  'not-found': {
    head: 'Not found since',
    text: ({ notFoundSince }, now) =>
      notFoundSince === null ? 'Not known' : ago(notFoundSince, now),
  },
};

/** The change itself was not observed, only the states before and after it. */
function formerDeviceWords({ deviceChange, names }: ListedThing, now: number): string {
  if (!deviceChange) return 'Not known; see the SIM’s history';
  const { before, since, at } = deviceChange;
  const device = before === null ? 'No longer kept' : withName(before, names?.modelBefore);
  return `${device}, replaced ${span({ since, at }, now)}`;
}

/** Worded carefully, because only the network knows whether the SIM has service. */
function lockWords({ lock, names, values: { imei, locatedAt } }: ListedThing, now: number): string {
  if (!lock) return 'Locked to other devices';
  const prefix = withName(lock.prefix, names?.modelOfLock);
  const locked = `Locked to ${prefix}, as listed ${ago(lock.seenAt, now)}.`;
  if (imei === undefined || imei === '')
    return `${locked} No IMEI is known, so it is unclear whether the SIM keeps its service.`;
  if (locatedAt === undefined || !isTimestamp(locatedAt)) {
    return `${locked} Whether the SIM still has service is not known.`;
  }
  return now - locatedAt <= recentMs
    ? `${locked} Located ${ago(locatedAt, now)}: it may lose service at its next session.`
    : `${locked} Last located ${ago(locatedAt, now)}: it may already be cut off.`;
}

/** The device, if known. */
export function deviceWords({ values: { imei }, lastImei }: ListedThing): string {
  if (imei === undefined) return absent;
  if (imei !== '') return imei;
  return lastImei === null ? 'None reported' : 'None reported now';
}

export function locationWords({ values: { locatedAt } }: ListedThing, now: number): string {
  return locatedAt === undefined || !isTimestamp(locatedAt) ? 'None reported' : ago(locatedAt, now);
}

/** The number of SIMs in the list, and the age of the rows' data. */
export function ageWords(things: readonly ListedThing[], count: number, now: number): string {
  const seen = things.map(({ seenAt }) => seenAt);
  if (seen.length === 0) return `${counted(count, 'SIM')}.`;
  const oldest = Math.min(...seen);
  const newest = Math.max(...seen);
  const age =
    ago(oldest, now) === ago(newest, now)
      ? ago(newest, now)
      : `${ago(oldest, now)} to ${ago(newest, now)}`;
  const whose = seen.length < count ? 'those on this page ' : '';
  return `${counted(count, 'SIM')}, ${whose}as listed ${age}. Open a SIM to see its current record.`;
}
