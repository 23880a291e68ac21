import type { ThingsGroupRecord } from '#api/groups.ts';
import type { ThingRecord } from '#api/things.ts';
import { isSameDevice, isZeros } from '#identifiers/imei.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';
import { formatTime, isTimestamp } from '#lib/format.ts';

import { relativeTime } from './relativeTime.ts';

/** How sure a line is: what the record says, what it may mean, or what it does not say. */
export type LineKind = 'fact' | 'hint' | 'unknown';

export interface ServiceLine {
  readonly kind: LineKind;
  readonly text: string;
  /** Whether it speaks against service. */
  readonly against: boolean;
}

/** A group as some page has read it, which may be a while ago. */
export interface KnownGroup {
  readonly group: ThingsGroupRecord;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly requestId: string;
}

/** A location older than this is called old: a guess, and therefore a hint. */
const longAgoMs = 7 * 86_400_000;

const blocks = {
  Data: 'Data is blocked',
  LTEData: 'Data over LTE is blocked',
  SMS_MO: 'Sending SMS is blocked',
  SMS_MO_except_home_country: 'Sending SMS is blocked outside the home country',
  SMS_MT: 'Receiving SMS is blocked',
} as const;

/**
 * What a record shows of why its SIM might have no service, what speaks against it first. Nothing here
 * is a diagnosis: a SIM may be ACTIVE and blocked by nothing, and yet have no service.
 *
 * @param known the SIM's group, where it is known already
 * @param now when the record was read, in milliseconds since the epoch
 * @param timeWords formats a moment
 */
export function whyNoService(
  thing: ThingRecord,
  known: KnownGroup | undefined,
  now: number,
  timeWords: (at: number) => string = formatTime,
): readonly ServiceLine[] {
  const lines = [
    stateLine(thing),
    ...blockLines(thing),
    imeiLine(thing),
    ...masterLine(thing),
    groupLine(thing, known, timeWords),
    locationLine(thing, now, timeWords),
  ];
  const order = (line: ServiceLine) =>
    (line.against ? 0 : 10) + ['fact', 'hint', 'unknown'].indexOf(line.kind);
  return lines.toSorted((a, b) => order(a) - order(b));
}

const fact = (text: string, against = false): ServiceLine => ({ kind: 'fact', text, against });
const hint = (text: string, against = true): ServiceLine => ({ kind: 'hint', text, against });
const unknown = (text: string): ServiceLine => ({ kind: 'unknown', text, against: false });

/** API document 3. */
function stateLine({ State }: ThingRecord): ServiceLine {
  if (State === undefined || State === '') return unknown('The record carries no state.');
  if (State === 'ACTIVE') return fact('The state is ACTIVE: the SIM may be used.');
  if (State === 'SUSPENDED') {
    return fact('The state is SUSPENDED: the SIM cannot be used until it is ACTIVE again.', true);
  }
  return hint(`The state is ${State}. What that means for service is not documented.`);
}

function blockLines({ Block }: ThingRecord): readonly ServiceLine[] {
  if (Block === undefined) return [unknown('The record carries no block flags.')];
  const flags = Object.entries(blocks).map(([name, text]) => ({
    text,
    isSet: Object.entries(Block).find(([own]) => own === name)?.[1],
  }));
  const set = flags.filter(({ isSet }) => isSet === true).map(({ text }) => fact(`${text}.`, true));
  const missing = flags.filter(({ isSet }) => isSet === undefined).length;
  if (missing > 0) return [...set, unknown(`${missing} of 5 block flags are not in the record.`)];
  return set.length > 0 ? set : [fact('No block flag is set.')];
}

function imeiLine({ IMEI, raw }: ThingRecord): ServiceLine {
  if (IMEI === undefined || IMEI === '') {
    return hint(
      'No IMEI is known: the SIM may never have been in a device that attached, or the network reports none.',
    );
  }
  if (isZeros(IMEI)) {
    return hint(
      'The IMEI is all zeros, as some networks report for a device that they do not know.',
    );
  }
  const wasNumber = typeof raw['IMEI'] === 'number';
  if (lastDevice(IMEI, wasNumber).kind === 'malformed') {
    const why = wasNumber ? 'came as a number, which loses leading zeros' : 'is none by its form';
    return hint(`The last known IMEI, ${IMEI}, ${why}.`);
  }
  return fact(`The last known IMEI is ${IMEI}.`);
}

/** A lock of this SIM alone, which public clients of the service have seen. */
function masterLine({ IMEI, MasterIMEI, LockMasterImei }: ThingRecord): readonly ServiceLine[] {
  if (LockMasterImei !== true || MasterIMEI === undefined || MasterIMEI === '') return [];
  if (IMEI !== undefined && isSameDevice(IMEI, MasterIMEI)) {
    return [fact(`The SIM is locked to the IMEI ${MasterIMEI}, the last known one.`)];
  }
  return [hint(`The SIM is locked to the IMEI ${MasterIMEI}, which is not the last known one.`)];
}

/** What a lock does is checked when a session starts, so it may not show yet, or show later. */
function groupLine(
  { IMEI, raw }: ThingRecord,
  known: KnownGroup | undefined,
  timeWords: (at: number) => string,
): ServiceLine {
  if (known === undefined) {
    return unknown(
      'Whether its Thing Group has an IMEI lock was not looked up: open the group to see.',
    );
  }
  const { LockMasterImei: locked, IMEIPrefix: prefix } = known.group;
  // The groups may have been read long before the SIM.
  const listed = `(as listed at ${timeWords(known.readAt)})`;
  if (locked === undefined)
    return unknown('The service does not report whether the group has an IMEI lock.');
  if (!locked) return fact(`The IMEI lock of its Thing Group is off ${listed}.`);
  if (prefix === undefined || prefix === '') {
    return unknown(`The Thing Group is locked ${listed}, and the service reports no prefix.`);
  }
  const lock = `The Thing Group is locked to IMEIs that begin with ${prefix} ${listed}`;
  const device = lastDevice(IMEI ?? '', typeof raw['IMEI'] === 'number');
  if (device.kind !== 'imei') {
    return unknown(`${lock}; this SIM’s is not known.`);
  }
  return device.digits.startsWith(prefix)
    ? fact(`${lock}; the last known one does.`)
    : hint(`${lock}; the last known one does not. The lock is checked when a session starts.`);
}

function locationLine(
  { LastLocation }: ThingRecord,
  now: number,
  timeWords: (at: number) => string,
): ServiceLine {
  const at = LastLocation?.Timestamp;
  if (at === undefined || !isTimestamp(at)) {
    return unknown('When the network last reported a place is not in the record.');
  }
  const seen = `The network last reported a place ${relativeTime(at, now)} (${timeWords(at)})`;
  return now - at > longAgoMs
    ? hint(`${seen}: the device may be off or out of reach.`)
    : fact(`${seen}.`);
}
