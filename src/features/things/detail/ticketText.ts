import type { InventoryNeighbours } from '#api/inventory.ts';
import type { NameOf } from '#api/nameLookup.ts';
import type { Note } from '#api/notes.ts';
import type { ThingRecord } from '#api/things.ts';
import type { WorkSetEntry } from '#api/workSet/entries.ts';
import { absent, utcTime } from '#lib/format.ts';
import { withName } from '#lib/withName.ts';

import { tacOfThing } from '../deviceOf.ts';
import { noteLines } from '../notes/noteTexts.ts';
import { rememberedLines } from './lastSeenLines.ts';
import { whyNoService, type KnownGroup } from './whyNoService.ts';

/** Line breaks and tabs, which a value could use to inject a line or a spreadsheet cell (H14). */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * The text for a support ticket: the SIM's identifiers, facts from its record, the time of the read, and the response's
 * request ID. All times are in UTC, because the reader may be anywhere.
 *
 * @param known the SIM's group, if it has been read
 * @param read.at milliseconds since the epoch
 * @param memory the data that the gateway's inventory adds to the record
 * @param notes the users' notes about the SIM; undefined if they have not been read
 * @param nameOf the names of device models, if they have been looked up
 */
export function ticketText(
  thing: ThingRecord,
  known: KnownGroup | undefined,
  read: { readonly at: number; readonly requestId: string },
  memory?: InventoryNeighbours,
  notes?: readonly Note[],
  nameOf?: NameOf,
): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['ICCID', thing.ExternalUniqueId],
    ['Name', thing.ThingName],
    ['Thing Group', thing.ThingsGroupName],
    ['State', thing.State],
    ['IMSI', thing.ActiveMobileSubscriber],
    ['MSISDN', thing.MSISDN],
    ['IMEI (last known)', thing.IMEI && withName(thing.IMEI, nameOf?.(tacOfThing(thing)))],
    ['Operator', thing.MnoName],
    ['Last location', timeInTicket(thing.LastLocation?.Timestamp)],
  ];
  const remembered = memory && rememberedLines(thing, memory, read.at, timeInTicket);
  const lines = [
    ...facts.map(
      ([name, value]) => `${name}: ${value === undefined || value === '' ? absent : value}`,
    ),
    '',
    'What the record shows:',
    ...whyNoService(thing, known, read.at, timeInTicket, remembered, nameOf).map(
      ({ kind, text }) => `- ${kind.toUpperCase()}: ${text}`,
    ),
    '',
    ...noteLines(notes),
    ...(known && known.requestId === undefined
      ? [`Thing Groups as last seen by the console at ${timeInTicket(known.readAt)}`]
      : []),
    `Read at ${timeInTicket(read.at)}, request ID ${read.requestId}`,
    ...(known?.requestId === undefined
      ? []
      : [`Thing Groups read at ${timeInTicket(known.readAt)}, request ID ${known.requestId}`]),
  ];
  return joinLines(lines);
}

/** Joins lines. Line breaks within a line are replaced, so that no line can inject another. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => line.replace(breaks, ' ')).join('\n');
}

/** The ticket text for a SIM as it was last read; a short note if there is no record. */
export function simTicketText(
  { iccid, read, notFoundAt }: Pick<WorkSetEntry, 'iccid' | 'read' | 'notFoundAt'>,
  groupOf: (thing: ThingRecord) => KnownGroup | undefined,
  notes: readonly Note[] = [],
): string {
  const gone = notFoundAt !== undefined && `The SIM was no longer found at ${utcTime(notFoundAt)}.`;
  if (!read) {
    const why = gone || 'Its record has not been read.';
    return joinLines([`ICCID: ${iccid}`, why, ...noteLines(notes)]);
  }
  const from = { at: read.readAt, requestId: read.requestId };
  const text = ticketText(read.thing, groupOf(read.thing), from, undefined, notes);
  return gone ? `${text}\n${gone} The record shown was read earlier.` : text;
}

/** UTC, or the number itself if it is not a plausible time. */
function timeInTicket(value: number | undefined): string {
  if (value === undefined || value === 0) return absent;
  return utcTime(value) ?? String(value);
}
