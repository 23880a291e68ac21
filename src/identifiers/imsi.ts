import { splitLabel } from './labels.ts';
import { digitsOf } from './noise.ts';

/** The digits of an IMSI, 14 or 15 (3GPP TS 23.003, 2.2); undefined if they cannot be an IMSI. */
export function cleanImsi(text: string): string | undefined {
  const digits = digitsOf(splitLabel(text).rest);
  return digits !== undefined && /^\d{14,15}$/.test(digits) ? digits : undefined;
}

/**
 * Whether digits begin with a valid mobile country code: zones 2 to 7, 901 for international networks, 999 for
 * private ones, 001 for tests (ITU-T E.212, annex A).
 */
export function beginsLikeImsi(digits: string): boolean {
  return /^(?:[2-7]|901|999|001)/.test(digits);
}
