import { cleanImei, isZeros } from './imei.ts';

/** What is known of the device in which a SIM was last seen. */
export type LastDevice =
  | { readonly kind: 'imei'; readonly digits: string }
  /** Nothing was reported, or only zeros: some networks report none. */
  | { readonly kind: 'none' }
  /** Something was reported that cannot be an IMEI. */
  | { readonly kind: 'malformed' };

/** A 14-digit number may be a 15-digit IMEI that lost its leading zero. */
const fewestDigitsOfNumber = 15;

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
