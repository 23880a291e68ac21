import { splitLabel } from './labels.ts';
import { withoutSeparators } from './noise.ts';

/** Shorter numbers are short codes or fragments. */
const shortest = 7;
/** ITU-T E.164, 6.1. */
const longest = 15;

/** A phone number and its notation. */
export interface Msisdn {
  /** Country code and number, without `+` or `00`; for a national number, without its country code. */
  readonly digits: string;
  /** With `+` or `00`; with a leading 0, so that the country is unknown; or only digits. */
  readonly written: 'international' | 'national' | 'plain';
}

/** Reads a phone number (ITU-T E.164); undefined if the text cannot be one. */
export function readMsisdn(text: string): Msisdn | undefined {
  // The 0 in "+49 (0) 151" is dialled only within the country.
  const raw = withoutSeparators(splitLabel(text).rest.replace(/^(\+|00)(\d+) *\(0\)/, '$1$2'));
  const found = /^(\+|00|0)?([1-9]\d*)$/.exec(raw);
  const digits = found?.[2] ?? '';
  if (digits.length < shortest || digits.length > longest) return undefined;
  const prefix = found?.[1];
  if (prefix === undefined) return { digits, written: 'plain' };
  return { digits, written: prefix === '0' ? 'national' : 'international' };
}

/** The digits of a phone number without `+` and `00`; undefined if the text cannot be one. */
export function cleanMsisdn(text: string): string | undefined {
  return readMsisdn(text)?.digits;
}
