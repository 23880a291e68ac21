import type { ThingsGroupRecord } from '#api/groups.ts';
import type { NameOf } from '#api/nameLookup.ts';
import { blockFlags, type BlockFlag, type ThingRecord } from '#api/things.ts';
import { cleanImei, isSameDevice, isZeros } from '#identifiers/imei.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';
import { formatTime, isTimestamp } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { withName } from '#lib/withName.ts';

import { deviceOf, tacOfThing } from '../deviceOf.ts';

/** The certainty of a line: stated by the record, suggested by it, or left open. */
export type LineKind = 'fact' | 'hint' | 'unknown';

export interface ServiceLine {
  readonly kind: LineKind;
  readonly text: string;
  /** Whether the line is a reason why the SIM might have no service. */
  readonly against: boolean;
}

/** A group that was read earlier, possibly a while ago. */
export interface KnownGroup {
  /** Undefined if the group was missing from the list or unreadable. */
  readonly group: ThingsGroupRecord | undefined;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  /** The list's request id; undefined for a group known only from the gateway's inventory. */
  readonly requestId?: string;
}

/** A location older than this counts as old. The threshold is a guess, so the line is only a hint. */
const longAgoMs = 7 * 86_400_000;

/** The tolerated clock skew: only times further ahead count as future. */
export const clockToleranceMs = 5 * 60_000;

const blocks: Readonly<Record<BlockFlag, string>> = {
  Data: 'Data is blocked',
  LTEData: 'Data over LTE is blocked',
  SMS_MO: 'Sending SMS is blocked',
  SMS_MO_except_home_country: 'Sending SMS is blocked outside the home country',
  SMS_MT: 'Receiving SMS is blocked',
};

/**
 * What a record says about why its SIM might have no service; lines that give a reason come first. This is not a
 * diagnosis: an ACTIVE SIM without any block may still have no service.
 *
 * @param known the SIM's group, if it has been read
 * @param now when the record was read, in milliseconds since the epoch
 * @param timeWords formats a time
 * @param remembered lines that the gateway's inventory adds to the record
 * @param nameOf the names of device models; undefined with static hosting
 */
export function whyNoService(
  thing: ThingRecord,
  known: KnownGroup | undefined,
  now: number,
  timeWords: (at: number) => string = formatTime,
  remembered: readonly ServiceLine[] = [],
  nameOf?: NameOf,
): readonly ServiceLine[] {
  const lines = [
    stateLine(thing),
    ...blockLines(thing),
    imeiLine(thing, nameOf),
    ...masterLine(thing),
    groupLine(thing, known, timeWords, nameOf),
    locationLine(thing, now, timeWords),
    ...remembered,
  ];
  const order = (line: ServiceLine) =>
    (line.against ? 0 : 10) + ['fact', 'hint', 'unknown'].indexOf(line.kind);
  return lines.toSorted((a, b) => order(a) - order(b));
}

export const fact = (text: string, against = false): ServiceLine => ({
  kind: 'fact',
  text,
  against,
});
export const hint = (text: string): ServiceLine => ({ kind: 'hint', text, against: true });
const unknown = (text: string): ServiceLine => ({ kind: 'unknown', text, against: false });

/** API document 3. */
function stateLine(thing: ThingRecord): ServiceLine {
  const { State } = thing;
  if (isUnreadable(thing, 'State')) return unknown('The record’s state cannot be read.');
  if (State === undefined || State === '') return unknown('The record has no state.');
  if (State === 'ACTIVE') return fact('The state is ACTIVE: the SIM may be used.');
  if (State === 'SUSPENDED') {
    return fact('The state is SUSPENDED: the SIM cannot be used until it is ACTIVE again.', true);
  }
  return hint(`The state is ${State}. Its effect on service is not documented.`);
}

function blockLines(thing: ThingRecord): readonly ServiceLine[] {
  const { Block } = thing;
  if (isUnreadable(thing, 'Block')) return [unknown('The record’s block flags cannot be read.')];
  if (Block === undefined) return [unknown('The record has no block flags.')];
  const set = blockFlags.filter((flag) => Block[flag] === true);
  const lines = set.map((flag) => fact(`${blocks[flag]}.`, true));
  const missing = blockFlags.filter((flag) => Block[flag] === undefined).length;
  if (missing > 0) {
    return [
      ...lines,
      unknown(`${missing} of 5 block flags are missing from the record or unreadable.`),
    ];
  }
  return lines.length > 0 ? lines : [fact('No block flag is set.')];
}

function imeiLine(thing: ThingRecord, nameOf?: NameOf): ServiceLine {
  const { IMEI, raw } = thing;
  if (isUnreadable(thing, 'IMEI')) return unknown('The record’s IMEI cannot be read.');
  if (IMEI === undefined && !Object.hasOwn(raw, 'IMEI')) {
    return unknown('The record has no IMEI.');
  }
  if (IMEI === undefined || IMEI === '') {
    return hint(
      'No IMEI is known: the SIM may never have been in a device that connected, or the network reports none.',
    );
  }
  if (isZeros(IMEI)) {
    return hint('The IMEI is all zeros, as some networks report for an unknown device.');
  }
  const wasNumber = typeof raw['IMEI'] === 'number';
  if (lastDevice(IMEI, wasNumber).kind === 'malformed') {
    const why = wasNumber
      ? 'was sent as a number, which drops leading zeros'
      : 'does not have the form of an IMEI';
    return hint(`The last known IMEI, ${IMEI}, ${why}.`);
  }
  return fact(`The last known IMEI is ${withName(IMEI, nameOf?.(tacOfThing(thing)))}.`);
}

/** This SIM's own lock. The field is known from the service's public clients. */
function masterLine(thing: ThingRecord): readonly ServiceLine[] {
  const { MasterIMEI, LockMasterImei } = thing;
  if (LockMasterImei !== true) return [];
  if (MasterIMEI === undefined || MasterIMEI === '') {
    return [unknown('The SIM is locked to a master IMEI that the record does not include.')];
  }
  const lock = `The SIM is locked to the IMEI ${MasterIMEI}`;
  const device = deviceOf(thing);
  if (device === undefined || cleanImei(MasterIMEI) === undefined) {
    return [unknown(`${lock}, which cannot be compared with the last known IMEI.`)];
  }
  return isSameDevice(device, MasterIMEI)
    ? [fact(`${lock}, the last known IMEI.`)]
    : [hint(`${lock}, which is not the last known IMEI.`)];
}

/** A lock takes effect when a session starts, so it may not be in effect yet. */
function groupLine(
  thing: ThingRecord,
  known: KnownGroup | undefined,
  timeWords: (at: number) => string,
  nameOf?: NameOf,
): ServiceLine {
  if (known === undefined) {
    return unknown(
      thing.ThingsGroupId === undefined
        ? 'The record has no Thing Group ID, so the group’s IMEI lock is not known.'
        : 'The IMEI lock of its Thing Group was not looked up. Open the group to see it.',
    );
  }
  // The group list may be older than the SIM's record.
  const listed = `(as listed at ${timeWords(known.readAt)})`;
  if (known.group === undefined) {
    return unknown(
      `Its Thing Group was not among the readable groups ${listed}, so its IMEI lock is not known.`,
    );
  }
  const { LockMasterImei: locked, IMEIPrefix: prefix } = known.group;
  if (locked === undefined) {
    return unknown(`The service does not report whether the group has an IMEI lock ${listed}.`);
  }
  if (!locked) return fact(`The IMEI lock of its Thing Group is off ${listed}.`);
  if (prefix === undefined || prefix === '') {
    return unknown(`The Thing Group is locked ${listed}, and the service reports no prefix.`);
  }
  const lock = `The Thing Group is locked to IMEIs that begin with ${withName(prefix, nameOf?.(prefix))} ${listed}`;
  const device = deviceOf(thing);
  if (device === undefined) return unknown(`${lock}. The IMEI of this SIM is not known.`);
  if (!canBegin(device, prefix)) {
    return unknown(`${lock}. It is unclear whether the last known IMEI begins with it.`);
  }
  return device.startsWith(prefix)
    ? fact(`${lock}. The last known IMEI does.`)
    : hint(`${lock}. The last known IMEI does not. The lock is checked when a session starts.`);
}

function locationLine(
  thing: ThingRecord,
  now: number,
  timeWords: (at: number) => string,
): ServiceLine {
  const at = thing.LastLocation?.Timestamp;
  if (isUnreadable(thing, 'LastLocation')) {
    return unknown('The record’s last location cannot be read.');
  }
  if (at === undefined || !isTimestamp(at)) {
    return unknown('The record does not say when the network last reported a location.');
  }
  if (at > now + clockToleranceMs) {
    return unknown(
      `The last location in the record is from ${timeWords(at)}, which was in the future when the record was read.`,
    );
  }
  const seen = `The network last reported a location ${ago(at, now)} (${timeWords(at)})`;
  return now - at > longAgoMs
    ? hint(`${seen}: the device may be off or out of reach.`)
    : fact(`${seen}.`);
}

/** Whether the record has an unreadable value in this field. */
function isUnreadable(thing: ThingRecord, field: 'State' | 'Block' | 'IMEI' | 'LastLocation') {
  return thing[field] === undefined && thing.raw[field] !== undefined && thing.raw[field] !== null;
}

/**
 * Whether an IMEI has all the digits needed to compare it with the prefix. The 15th digit is the check digit, which
 * the 14- and 16-digit forms lack (3GPP TS 23.003, 6.2).
 */
function canBegin(digits: string, prefix: string): boolean {
  return /^\d{1,14}$/.test(prefix) || (/^\d{15}$/.test(prefix) && digits.length === 15);
}
