import type { ThingRecord } from '#api/things.ts';
import { absent, formatTime } from '#lib/format.ts';

import type { ServiceLine } from './whyNoService.ts';

/**
 * What somebody else needs to look at the same SIM: who it is, what the record showed, when it was
 * read, and the service's id of that answer.
 *
 * @param read.at milliseconds since the epoch
 */
export function ticketText(
  thing: ThingRecord,
  lines: readonly ServiceLine[],
  read: { readonly at: number; readonly requestId: string },
): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['ICCID', thing.ExternalUniqueId],
    ['Name', thing.ThingName],
    ['Thing Group', thing.ThingsGroupName],
    ['State', thing.State],
    ['IMSI', thing.ActiveMobileSubscriber],
    ['MSISDN', thing.MSISDN],
    ['IMEI (last known)', thing.IMEI],
    ['Operator', thing.MnoName],
    ['Last seen', formatTime(thing.LastLocation?.Timestamp)],
  ];
  return [
    ...facts.map(
      ([name, value]) => `${name}: ${value === undefined || value === '' ? absent : value}`,
    ),
    '',
    'What the record shows:',
    ...lines.map(({ kind, text }) => `- ${kind.toUpperCase()}: ${text}`),
    '',
    `Read at ${new Date(read.at).toISOString()}, request ID ${read.requestId}`,
  ].join('\n');
}
