import { cleanImei, isZeros } from './imei.ts';

/** The device in which a SIM was last seen, as far as reported. */
export type LastDevice =
  | { readonly kind: 'imei'; readonly digits: string }
  /** Nothing or only zeros were reported. */
  | { readonly kind: 'none' }
  /** The reported value cannot be an IMEI. */
  | { readonly kind: 'malformed' };

/** A number with 14 digits may be a 15-digit IMEI that lost its leading zero. */
const minDigitsOfNumber = 15;

/**
 * Reads an IMEI in any form (3GPP TS 23.003, 6.2). The check digit is not verified, because networks may report a
 * different digit.
 *
 * @param wasNumber whether it was sent as a number, which loses leading zeros
 */
export function lastDevice(reported: string, wasNumber = false): LastDevice {
  if (reported.trim() === '' || isZeros(reported)) return { kind: 'none' };
  const digits = cleanImei(reported);
  if (digits === undefined || (wasNumber && digits.length < minDigitsOfNumber)) {
    return { kind: 'malformed' };
  }
  return { kind: 'imei', digits };
}
