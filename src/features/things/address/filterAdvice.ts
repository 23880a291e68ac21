import type { ThingFilterName } from '#api/things.ts';
import { cleanIccid, looksRounded } from '#identifiers/iccid.ts';
import { hasCheckDigit } from '#identifiers/luhn.ts';
import { readMsisdn } from '#identifiers/msisdn.ts';
import { digitsOf } from '#identifiers/noise.ts';

import { filterMessages as words } from './filterMessages.ts';

/** The largest numbers of their kinds: 16 bits of LAC, 28 bits of cell (3GPP TS 23.003, 4.1 and 4.7). */
const largest = { Lac: 65_535, CellId: 268_435_455 } as const;

type Rules<T> = Readonly<Partial<Record<ThingFilterName, (value: string) => T>>>;

/** The value without noise, where that is told from the rest. */
const cleaners: Rules<string | undefined> = {
  ExternalUniqueId: (value) => cleanIccid(value) ?? digitsOf(value),
  ActiveMobileSubscriber: digitsOf,
  IMEI: digitsOf,
  MSISDN(value) {
    const number = readMsisdn(value);
    return number?.written === 'international' ? number.digits : digitsOf(value);
  },
};

const advisers: Rules<string | undefined> = {
  ExternalUniqueId: adviceOnIccid,
  ActiveMobileSubscriber: (value) => adviceOnDigits(value, 14, 15),
  IMEI: adviceOnImei,
  MSISDN: adviceOnMsisdn,
  CellId: (value) => adviceOnNumber(value, largest.CellId),
  Lac: (value) => adviceOnNumber(value, largest.Lac),
};

/**
 * A typed value as it is sent: identifiers without the spaces and dashes that people put between their
 * digits, anything else as it is. How the service reads a value is not documented, so no digit is
 * added, and none but a filler is taken away.
 */
export function cleanFilter(name: ThingFilterName, typed: string): string {
  const value = typed.trim();
  return cleaners[name]?.(value) ?? value;
}

/**
 * Whether the filter can take a value at all: cell and location area are numbers in the document (4.5) and
 * in every record. Of the other filters it shows no form, so there is advice, and nothing is refused.
 */
export function fitsFilter(name: ThingFilterName, value: string): boolean {
  return (name !== 'CellId' && name !== 'Lac') || /^\d+$/.test(value);
}

/** What is wrong or odd about a value; what is only odd the service may take (API document 4.5). */
export function filterAdvice(name: ThingFilterName, typed: string): string | undefined {
  const value = cleanFilter(name, typed);
  if (value === '') return undefined;
  return fitsFilter(name, value) ? advisers[name]?.(value) : words.wholeNumber;
}

function adviceOnNumber(value: string, most: number): string | undefined {
  return Number(value) > most ? words.tooLarge(most) : undefined;
}

function adviceOnDigits(value: string, least: number, most: number): string | undefined {
  if (!/^\d+$/.test(value)) return words.digitsOnly;
  if (value.length < least) return words.part(least, most);
  return value.length > most ? words.tooLong(most) : undefined;
}

function adviceOnIccid(value: string): string | undefined {
  const advice = adviceOnDigits(value, 16, 22);
  if (advice !== undefined) return advice;
  if (looksRounded(value)) return words.rounded;
  return /^\d{19,20}$/.test(value) && !hasCheckDigit(value) ? words.checkDigit : undefined;
}

function adviceOnImei(value: string): string | undefined {
  const advice = adviceOnDigits(value, 14, 16);
  if (advice !== undefined) return advice;
  return value.length === 15 && !hasCheckDigit(value) ? words.imeiCheckDigit : undefined;
}

function adviceOnMsisdn(value: string): string | undefined {
  const advice = adviceOnDigits(value.replace(/^\+/, ''), 7, 15);
  return advice ?? (value.startsWith('0') ? words.noCountry : undefined);
}
