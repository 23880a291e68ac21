import { splitLabel } from './labels.ts';
import { withoutSeparators } from './noise.ts';

/** ICCIDs have 19 or 20 digits, but 16 to 22 occur. */
const shortest = 16;
const longest = 22;
/** Spreadsheets keep 15 digits of a number and replace the others with zeros. */
const spreadsheetDigits = 15;

/**
 * The digits of an ICCID, without separators, label or the F that pads its last byte (3GPP TS 31.102,
 * EF ICCID); undefined if they cannot be an ICCID.
 */
export function cleanIccid(text: string): string | undefined {
  const digits = withoutSeparators(splitLabel(text).rest).replace(/(?<=\d)f+$/i, '');
  return /^\d+$/.test(digits) && digits.length >= shortest && digits.length <= longest
    ? digits
    : undefined;
}

/** Whether digits begin with 89, as on every SIM card (ITU-T E.118, 4.1). */
export function beginsLikeIccid(digits: string): boolean {
  return digits.startsWith('89');
}

/** Whether digits look rounded by a spreadsheet, with only zeros, at least two, from the 16th digit on. */
export function looksRounded(digits: string): boolean {
  return /^0{2,}$/.test(digits.slice(spreadsheetDigits));
}
