import { splitLabel } from './labels.ts';
import { digitsOf } from './noise.ts';

/** The digits of an IMSI of the usual 14 or 15; undefined where they cannot be one (3GPP TS 23.003, 2.2). */
export function cleanImsi(text: string): string | undefined {
  const digits = digitsOf(splitLabel(text).rest);
  return digits !== undefined && /^\d{14,15}$/.test(digits) ? digits : undefined;
}

/**
 * Whether digits begin with a mobile country code that can be: zones 2 to 7, 901 for world-wide
 * networks, 999 for private ones, 001 for tests (ITU-T E.212, annex A).
 */
export function beginsLikeImsi(digits: string): boolean {
  return /^(?:[2-7]|901|999|001)/.test(digits);
}
