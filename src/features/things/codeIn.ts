import type { ThingRecord } from '#api/things.ts';
import { tacOf } from '#identifiers/imei.ts';

import { tacOfThing } from './deviceOf.ts';

/** The code in a field whose codes can have names: a device's TAC, or a network's country and network codes. */
export function codeIn(fieldId: string, thing: ThingRecord): string | undefined {
  switch (fieldId) {
    case 'IMEI':
    case 'TAC':
      return tacOfThing(thing);
    case 'MasterIMEI':
      return tacOf(thing.MasterIMEI ?? '');
    case 'LastLocation.MNC': {
      const { MCC, MNC } = thing.LastLocation ?? {};
      return MCC === undefined || MNC === undefined ? undefined : `${MCC}-${MNC}`;
    }
    default:
      return undefined;
  }
}
