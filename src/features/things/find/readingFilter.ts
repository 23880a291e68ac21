import type { ThingFilterName } from '#api/things.ts';
import { readings, type Reading } from '#identifiers/readings.ts';

import type { ThingsAddress } from '../filters/thingsAddress.ts';

const filterNames = {
  iccid: 'ExternalUniqueId',
  imsi: 'ActiveMobileSubscriber',
  imei: 'IMEI',
  msisdn: 'MSISDN',
  name: 'ThingName',
} as const satisfies Record<Reading['kind'], ThingFilterName>;

type Applied = Pick<ThingsAddress, 'filters' | 'tags' | 'state'>;

/** The filters of a reading: its own, and no other. */
export function readingFilter({ kind, value }: Reading): Applied {
  return { filters: { [filterNames[kind]]: value }, tags: [], state: undefined };
}

/**
 * What else the one identifier or name that the list is filtered by can be. The address alone tells,
 * so that a reload or a sent link has the same way on. Empty where other filters are set too.
 */
export function otherReadings({ filters, tags, state }: ThingsAddress): readonly Reading[] {
  const [applied, ...others] = Object.entries(filters);
  if (applied === undefined || others.length > 0 || tags.length > 0 || state !== undefined)
    return [];
  const [name, value] = applied;
  if (!Object.values<string>(filterNames).includes(name)) return [];
  return readings(value).filter(
    (reading) => filterNames[reading.kind] !== name || reading.value !== value,
  );
}
