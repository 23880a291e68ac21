import type { NewThingReading } from './thingRow.ts';

/** For tests: a list shows a SIM for the first time, and nothing of it but what is given. */
export function newThing(
  iccid: string,
  facts: Partial<Omit<NewThingReading, 'iccid'>> = {},
): NewThingReading {
  return {
    iccid,
    values: {},
    lastImei: undefined,
    carriedAt: {},
    deviceChangedAt: null,
    dataAt: null,
    dataFirstAt: null,
    dataSince: null,
    suspended: null,
    cell: null,
    firstSeenAt: 1,
    revision: null,
    events: [],
    ...facts,
  };
}
