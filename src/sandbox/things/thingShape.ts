import type { Thing } from '#contract/thing.ts';

import type { SandboxOptions } from '../options.ts';

/** The further fields of a Thing that the API document 2.4 does not list. */
const seenFields: ReadonlySet<string> = new Set<keyof Thing>([
  'ThingId', 'ThingName', 'ThingDescription', 'ThingsGroupId', 'ThingsGroupName', 'State',
  'BillingState', 'MSISDN', 'MasterIMEI', 'LockMasterImei', 'MnoName', 'ThingTag',
]); // prettier-ignore

/** A record as the options want it on the wire. */
export function shapeThing(
  thing: Thing,
  { thingFields }: Pick<SandboxOptions, 'thingFields'>,
): Readonly<Record<string, unknown>> {
  if (thingFields === 'seen') return thing;
  return Object.fromEntries(Object.entries(thing).filter(([name]) => !seenFields.has(name)));
}
