import type { ThingRecord } from '#api/things.ts';
import { cleanImei, isZeros } from '#identifiers/imei.ts';

/** What is known of the device in which a SIM was last seen. */
export type LastDevice =
  | { readonly kind: 'imei'; readonly digits: string }
  /** Nothing was reported, or only zeros: some networks report none. */
  | { readonly kind: 'none' }
  /** Something was reported that cannot be an IMEI. */
  | { readonly kind: 'malformed' };

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

/** A 14-digit number may be a 15-digit IMEI that lost its leading zero. */
const fewestDigitsOfNumber = 15;

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

/**
 * Reads an IMEI in any of its forms (3GPP TS 23.003, 6.2), without a look at its check digit: networks
 * may report another one.
 *
 * @param wasNumber whether it came as a number, in which leading zeros are lost
 */
export function lastDevice(reported: string, wasNumber = false): LastDevice {
  if (reported.trim() === '' || isZeros(reported)) return { kind: 'none' };
  const digits = cleanImei(reported);
  if (digits === undefined || (wasNumber && digits.length < fewestDigitsOfNumber)) {
    return { kind: 'malformed' };
  }
  return { kind: 'imei', digits };
}

/** What stands where a text was expected: shown as it came, never taken for nothing. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
