import { splitLabel } from './labels.ts';
import { digitsOf } from './noise.ts';

/** TAC and serial number, which all forms of a device's IMEI share (3GPP TS 23.003, 6.2). */
const sharedDigits = 14;
/** Length of the type allocation code, which identifies the device model (3GPP TS 23.003, 6.2). */
export const tacDigits = 8;

/**
 * The digits of an IMEI in any form (3GPP TS 23.003, 6.2): 15 with check digit, 14 without, 16 with the software
 * version (IMEISV); undefined if they cannot be an IMEI. The check digit is not verified, because networks may report
 * a different last digit.
 */
export function cleanImei(text: string): string | undefined {
  const digits = digitsOf(splitLabel(text).rest);
  return digits !== undefined && /^\d{14,16}$/.test(digits) ? digits : undefined;
}

/** The type allocation code, which identifies the device model; undefined if the text is not an IMEI. */
export function tacOf(imei: string): string | undefined {
  return cleanImei(imei)?.slice(0, tacDigits);
}

/** Whether a prefix has exactly the digits that identify a device model. */
export function isTac(prefix: string): boolean {
  return /^\d{8}$/.test(prefix);
}

/** Whether a string can be the first digits of an IMEI with its check digit. */
export function isImeiPrefix(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/**
 * Whether an IMEI is known to begin with a prefix of 1 to 15 digits, as a lock compares it. A 15-digit prefix
 * includes the check digit, which the forms of 14 and 16 digits lack (3GPP TS 23.003, 6.2): for these it is unknown
 * whether they match.
 */
export function isInsidePrefix(imei: string, prefix: string): boolean {
  return (prefix.length <= sharedDigits || imei.length === 15) && imei.startsWith(prefix);
}

/** Whether two IMEIs, in any form, belong to the same device. */
export function isSameDevice(a: string, b: string): boolean {
  const device = leadingDigits(a);
  return device !== undefined && device === leadingDigits(b);
}

/** TAC and serial number of an IMEI in any form; undefined if the text is not an IMEI. */
export function leadingDigits(imei: string): string | undefined {
  return cleanImei(imei)?.slice(0, sharedDigits);
}

/** Whether a string consists of zeros, which some networks report for an unknown device. */
export function isZeros(text: string): boolean {
  return /^0+$/.test(digitsOf(text) ?? '');
}

/**
 * Whether digits begin with the code of a reporting body that assigns TACs today (GSMA TS.06, annex A): 01, 35, 86, 91,
 * 98, 99. Others existed earlier, so false does not rule out an IMEI.
 */
export function beginsLikeImei(digits: string): boolean {
  return /^(?:01|35|86|91|98|99)/.test(digits);
}
