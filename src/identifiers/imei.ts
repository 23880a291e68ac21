import { splitLabel } from './labels.ts';
import { digitsOf } from './noise.ts';

/** TAC and serial number: what all forms of one device's IMEI share (3GPP TS 23.003, 6.2). */
const sharedDigits = 14;
const tacDigits = 8;

/**
 * The digits of an IMEI in any of its forms: 15 with check digit, 14 without, 16 with the software
 * version (IMEISV) instead; undefined where they cannot be one (3GPP TS 23.003, 6.2). No check digit is
 * asked for: networks may report another last digit.
 */
export function cleanImei(text: string): string | undefined {
  const digits = digitsOf(splitLabel(text).rest);
  return digits !== undefined && /^\d{14,16}$/.test(digits) ? digits : undefined;
}

/** The type allocation code, the model of the device; undefined where the text is no IMEI. */
export function tacOf(imei: string): string | undefined {
  return cleanImei(imei)?.slice(0, tacDigits);
}

/** Whether two IMEIs, in whatever form, are of one device. */
export function isSameDevice(a: string, b: string): boolean {
  const device = leadingDigits(a);
  return device !== undefined && device === leadingDigits(b);
}

/** TAC and serial number of an IMEI in any form; undefined where the text is no IMEI. */
export function leadingDigits(imei: string): string | undefined {
  return cleanImei(imei)?.slice(0, sharedDigits);
}

/** Whether a text is nothing but zeros, as some networks report for a device that they do not know. */
export function isZeros(text: string): boolean {
  return /^0+$/.test(digitsOf(text) ?? '');
}

/**
 * Whether digits begin with a reporting body that gives out the TACs of today's devices
 * (GSMA TS.06, annex A): 01, 35, 86, 91, 98, 99. Older bodies exist, so "no" excludes nothing.
 */
export function beginsLikeImei(digits: string): boolean {
  return /^(?:01|35|86|91|98|99)/.test(digits);
}
