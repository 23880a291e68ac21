import { splitLabel } from './labels.ts';
import { withoutSeparators } from './noise.ts';

/** ICCIDs have 19 or 20 digits; 16 to 22 have been seen. */
const shortest = 16;
const longest = 22;
/** A spreadsheet keeps 15 digits of a number and makes the others zero. */
const spreadsheetDigits = 15;

/**
 * The digits of an ICCID without separators, label and the F that fills up its last byte
 * (3GPP TS 31.102, EF ICCID); undefined where they cannot be one.
 */
export function cleanIccid(text: string): string | undefined {
  const digits = withoutSeparators(splitLabel(text).rest).replace(/(?<=\d)f+$/i, '');
  return /^\d+$/.test(digits) && digits.length >= shortest && digits.length <= longest
    ? digits
    : undefined;
}

/** Whether digits begin as those of every SIM card do: 89, telecommunication (ITU-T E.118, 4.1). */
export function beginsLikeIccid(digits: string): boolean {
  return digits.startsWith('89');
}

/** Whether digits end as if a spreadsheet had rounded them: zeros from the 16th on, two or more. */
export function looksRounded(digits: string): boolean {
  return /^0{2,}$/.test(digits.slice(spreadsheetDigits));
}
