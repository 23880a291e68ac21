import type { Thing } from '#contract/thing.ts';

import type { Customer } from '../customer.ts';
import type { SandboxOptions } from '../options.ts';
import { thingRecord } from './record.ts';

/** The further fields of a Thing that the API document 2.4 does not list. */
// prettier-ignore
const seenFields: ReadonlySet<string> = new Set<keyof Thing>([
  'ThingId', 'ThingName', 'ThingDescription', 'ThingsGroupId', 'ThingsGroupName', 'State',
  'BillingState', 'MSISDN', 'MasterIMEI', 'LockMasterImei', 'MnoName', 'ThingTag',
]);

type ShapeOptions = Pick<SandboxOptions, 'thingFields' | 'integersAsText' | 'brokenRecords'>;

/** The record of a row as the options want it on the wire; with `brokenRecords` every fiftieth is unusable. */
export function shapeThing(customer: Customer, row: number, options: ShapeOptions): unknown {
  const thing = thingRecord(customer, row);
  if (options.brokenRecords && row % 50 === 17) return broken(thing, Math.floor(row / 50) % 3);
  const { thingFields, integersAsText } = options;
  if (thingFields === 'seen' && !integersAsText) return thing;
  const entries: [string, unknown][] = Object.entries(thing);
  const shown =
    thingFields === 'documented' ? entries.filter(([name]) => !seenFields.has(name)) : entries;
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (thingFields === 'nulls' && name !== 'ExternalUniqueId') return [name, null];
      return [name, integersAsText ? asText(value) : value];
    }),
  );
}

/** Integers as strings, at every depth. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value;
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asText(inner)]));
}

/** Three ways in which a record is of no use: nothing, no identifier, an identifier that lost its digits as a number. */
function broken(thing: Thing, kind: number): unknown {
  if (kind === 0) return null;
  if (kind === 1) return { ThingName: thing.ThingName, State: 7 };
  return { ...thing, ExternalUniqueId: Number(thing.ExternalUniqueId) };
}
