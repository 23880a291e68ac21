import type { ThingRecord } from '#api/things.ts';
import { lastDevice, type LastDevice } from '#identifiers/lastDevice.ts';

/** One SIM as far as a lock has to do with it. */
export interface Sim {
  readonly iccid: string;
  readonly name: string | undefined;
  /** As the service reports it; undefined where it reports none. */
  readonly state: string | undefined;
  /** The IMEI as it came; empty where there is none. */
  readonly reported: string;
  readonly device: LastDevice;
}

export function simOf(thing: ThingRecord): Sim {
  const { ExternalUniqueId: iccid, ThingName: name, State: state, IMEI: imei } = thing;
  const raw = thing.raw['IMEI'];
  const reported = imei ?? asText(raw);
  return {
    iccid,
    name,
    state: state?.trim() || undefined,
    reported,
    device: lastDevice(reported, typeof raw === 'number'),
  };
}

/** What stands where a text was expected: shown as it came, never taken for nothing. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
