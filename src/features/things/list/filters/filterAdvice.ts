import { looksRounded } from '#identifiers/iccid.ts';
import { hasCheckDigit } from '#identifiers/luhn.ts';

/** Advice about an unusual filter value, which the service may still accept (API document 4.5). */
export type Adviser = (value: string) => string | undefined;

/** 16 to 22 digits, because some tools omit the check digit or add a filler. */
export const adviseIccid: Adviser = (value) => {
  const advice = digits(value, 16, 22);
  if (advice !== undefined) return advice;
  if (looksRounded(value)) return 'Ends in zeros, as if rounded by a spreadsheet: check it.';
  const isWrong = /^\d{19,20}$/.test(value) && !hasCheckDigit(value);
  return isWrong ? 'The check digit is not valid.' : undefined;
};

export const adviseImsi: Adviser = (value) => digits(value, 14, 15);

export const adviseImei: Adviser = (value) => {
  const advice = digits(value, 14, 16);
  if (advice !== undefined) return advice;
  const isWrong = value.length === 15 && !hasCheckDigit(value);
  return isWrong ? 'The IMEI check digit is not valid.' : undefined;
};

export const adviseMsisdn: Adviser = (value) => {
  const advice = digits(value.replace(/^\+/, ''), 7, 15);
  if (advice !== undefined) return advice;
  return value.startsWith('0') ? 'Begins with 0: is the country code missing?' : undefined;
};

/** For whole numbers. Some services write them in another notation: the API document also allows text (4.5). */
export function adviseAtMost(largest: number): Adviser {
  return (value) =>
    digits(value, 1, 20) ?? (Number(value) > largest ? `Usually at most ${largest}.` : undefined);
}

function digits(value: string, min: number, max: number): string | undefined {
  if (!/^\d+$/.test(value)) return 'Usually digits only.';
  if (value.length < min) return `Usually ${min} to ${max} digits. Partial numbers may not match.`;
  return value.length > max ? `At most ${max} digits.` : undefined;
}
