import { splitLabel } from './labels.ts';
import { withoutSeparators } from './noise.ts';

/** Shorter ones are short codes, or parts. */
const shortest = 7;
/** ITU-T E.164, 6.1. */
const longest = 15;

/** A phone number as a network knows it, and how it was written. */
export interface Msisdn {
  /** Country code and number, without `+` or `00`; for a national number, without its country code. */
  readonly digits: string;
  /** By `+` or `00`; by a leading 0, so that the country is not known; or just digits. */
  readonly written: 'international' | 'national' | 'plain';
}

/** Reads a phone number (ITU-T E.164); undefined where the text cannot be one. */
export function readMsisdn(text: string): Msisdn | undefined {
  // The 0 in "+49 (0) 151" is dialled at home only.
  const raw = withoutSeparators(splitLabel(text).rest.replace(/^(\+|00)(\d+) *\(0\)/, '$1$2'));
  const found = /^(\+|00|0)?([1-9]\d*)$/.exec(raw);
  const digits = found?.[2] ?? '';
  if (digits.length < shortest || digits.length > longest) return undefined;
  const prefix = found?.[1];
  if (prefix === undefined) return { digits, written: 'plain' };
  return { digits, written: prefix === '0' ? 'national' : 'international' };
}

/** The digits of a phone number without `+` and `00`; undefined where the text cannot be one. */
export function cleanMsisdn(text: string): string | undefined {
  return readMsisdn(text)?.digits;
}
