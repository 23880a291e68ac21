import type { ThingValues } from '#contract/inventoryThings.ts';
import { blockFlags } from '#contract/thing.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';
import { isObject } from '#lib/isObject.ts';

import { cellCode } from './cellCode.ts';

/** A SIM from a list, with the values to store. */
export interface ListedThing {
  readonly iccid: string;
  readonly values: ThingValues;
  /** A code for the cell of the last location, if the record names the cell. */
  readonly cell?: string | undefined;
}

/**
 * The service's largest page has 50 rows (API document 4.1); a response with more than this is not a list of Things.
 */
const maxThings = 200;
const maxTextLength = 256;
/** A number above this is not a time in milliseconds. */
const latest = Date.UTC(2200, 0, 1);

type Fields = Readonly<Record<string, unknown>>;

/**
 * The SIMs in a response to `GET /things`, whatever it contains. Unreadable fields count as missing. So do fields in
 * which a SIM's two records differ: the list changed while it was being created.
 *
 * @param body the response's body, parsed
 */
export function readThingsList(body: unknown, customerId = ''): readonly ListedThing[] {
  if (!Array.isArray(body)) return [];
  const things = new Map<string, ListedThing>();
  for (const item of body.slice(0, maxThings)) {
    const iccid = isObject(item) ? textOf(item['ExternalUniqueId']) : undefined;
    if (!isObject(item) || iccid === undefined || iccid.length > 64) continue;
    const cell = cellCode(customerId, item) ?? undefined;
    const thing = { iccid, values: readValues(item), cell };
    const other = things.get(iccid);
    things.set(iccid, other ? agreed(thing, other) : thing);
  }
  return [...things.values()];
}

/** The values on which two records of a SIM agree. */
function agreed({ iccid, values, cell }: ListedThing, other: ListedThing): ListedThing {
  const written = new Map(
    Object.entries(other.values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return {
    iccid,
    values: Object.fromEntries(
      Object.entries(values).filter(([name, value]) => written.get(name) === JSON.stringify(value)),
    ),
    cell: cell === other.cell ? cell : undefined,
  };
}

function readValues(item: Fields): ThingValues {
  const location = isObject(item['LastLocation']) ? item['LastLocation'] : {};
  return knownOnly({
    name: textOf(item['ThingName']),
    groupId: textOf(item['ThingsGroupId']),
    groupName: textOf(item['ThingsGroupName']),
    state: textOf(item['State']),
    blocks: blocksOf(item['Block']),
    imei: imeiOf(item['IMEI']),
    imsi: textOf(item['ActiveMobileSubscriber']),
    data: countOf(item['Data']),
    locatedAt: timeOf(location['Timestamp']),
    network: networkOf(location),
  });
}

/** Services mix `"7"` and 7; empty text means the same as a missing value. */
function textOf(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text.length > maxTextLength) return undefined;
  return text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined;
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function timeOf(value: unknown): number | undefined {
  const time = countOf(value);
  return time !== undefined && time > 0 && time < latest ? time : undefined;
}

/** Values that cannot be an IMEI are omitted: they do not show whether there is a device. */
function imeiOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > maxTextLength) return undefined;
  const device = lastDevice(text, typeof value === 'number');
  if (device.kind === 'none') return '';
  return device.kind === 'imei' ? device.digits : undefined;
}

/** An unreported flag may still be set, so only a complete set of flags counts. */
function blocksOf(value: unknown): readonly string[] | undefined {
  if (!isObject(value)) return undefined;
  if (!blockFlags.every((flag) => typeof value[flag] === 'boolean')) return undefined;
  return blockFlags.filter((flag) => value[flag] === true).toSorted();
}

function networkOf({ MCC, MNC }: Fields): string | undefined {
  const country = textOf(MCC);
  const network = textOf(MNC);
  return country === undefined || network === undefined ? undefined : `${country}-${network}`;
}

/** The values without those that are missing. */
export function knownOnly(values: {
  readonly [Key in keyof ThingValues]: ThingValues[Key] | null | undefined;
}): ThingValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? null) !== null));
}
