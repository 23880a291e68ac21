import { maxTagFilters, thingStates, type ThingFilterName, type ThingState } from '#api/things.ts';
import { cleanIccid, looksRounded } from '#identifiers/iccid.ts';
import { hasCheckDigit } from '#identifiers/luhn.ts';
import { readMsisdn } from '#identifiers/msisdn.ts';
import { digitsOf } from '#identifiers/noise.ts';

/** The filter for Things, without page or order (API document 4.5). */
export interface ThingsFilter {
  readonly filters: Readonly<Partial<Record<ThingFilterName, string>>>;
  readonly tags: readonly string[];
  readonly state: ThingState | undefined;
}

export const noFilter: ThingsFilter = { filters: {}, tags: [], state: undefined };

/** Names of the filters in the URL and in the form. */
export type FilterName = ThingFilterName | 'State' | 'Tags';

/** One filter. Its URL parameter, form field, chips and wording all derive from these properties. */
export interface FilterField<Name extends FilterName = FilterName> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The most used filters, which are always visible if the page is wide enough. */
  readonly place: 'line' | 'wide line' | 'folded';
  /** Whether to use a monospaced font, because users read identifiers digit by digit. */
  readonly mono?: boolean | undefined;
  /** The possible values of a select; omitted for a text field. */
  readonly choices?: readonly string[];
  readonly maxValues: number;
  /** Whether the service can accept the value. If omitted, it accepts any value. */
  readonly accepts?: (value: string) => boolean;
  /** The values to send for the input. */
  readonly parse: (typed: string) => readonly string[];
  /** Why the input cannot be applied; undefined if it can. */
  readonly problem?: (typed: string) => string | undefined;
  /** Advice about unusual input. */
  readonly advice?: (typed: string) => string | undefined;
  /** The applied values. */
  readonly values: (filter: ThingsFilter) => readonly string[];
  /** The filter with these values for this field. */
  readonly change: (filter: ThingsFilter, values: readonly string[]) => ThingsFilter;
}

/** In the form's order. If a name has no line here, the code does not compile. */
const fields: { readonly [Name in FilterName]: FilterField<Name> } = {
  ThingName: text('ThingName', { label: 'Thing name', place: 'line' }),
  ThingsGroupName: text('ThingsGroupName', { label: 'Thing Group', place: 'line' }),
  ExternalUniqueId: text('ExternalUniqueId', {
    label: 'ICCID',
    place: 'wide line',
    mono: true,
    clean: (value) => cleanIccid(value) ?? digitsOf(value),
    advise: adviseIccid,
  }),
  ActiveMobileSubscriber: text('ActiveMobileSubscriber', {
    label: 'IMSI',
    hint: '14 or 15 digits',
    mono: true,
    clean: digitsOf,
    advise: adviseImsi,
  }),
  IMEI: text('IMEI', {
    label: 'IMEI',
    // The API document's own example for this filter is an IMSI (4.5, "Not shown").
    hint: 'May expect an IMSI',
    mono: true,
    clean: digitsOf,
    advise: adviseImei,
  }),
  MSISDN: text('MSISDN', {
    label: 'MSISDN',
    hint: 'With country code',
    mono: true,
    clean(value) {
      const number = readMsisdn(value);
      return number?.written === 'international' ? number.digits : digitsOf(value);
    },
    advise: adviseMsisdn,
  }),
  Networks: text('Networks', { label: 'Network' }),
  MnoName: text('MnoName', { label: 'Operator' }),
  // A cell has 28 bits, a location area 16 (3GPP TS 23.003, 4.7 and 4.1). Text is also allowed (API document 4.5).
  CellId: text('CellId', { label: 'Cell ID', mono: true, advise: adviseAtMost(268_435_455) }),
  Lac: text('Lac', { label: 'LAC', mono: true, advise: adviseAtMost(65_535) }),
  ThingDescription: text('ThingDescription', { label: 'Description' }),
  State: {
    name: 'State',
    label: 'State',
    place: 'line',
    choices: thingStates,
    maxValues: 1,
    accepts: (value) => thingStates.some((state) => state === value),
    parse: (typed) => (typed === '' ? [] : [typed]),
    values: ({ state }) => (state === undefined ? [] : [state]),
    change: ({ filters, tags }, [value]) => ({
      filters,
      tags,
      state: thingStates.find((state) => state === value),
    }),
  },
  Tags: {
    name: 'Tags',
    label: 'Tags',
    place: 'folded',
    hint: `Up to ${maxTagFilters} tag IDs, separated by commas`,
    maxValues: maxTagFilters,
    parse: (typed) => distinct(typed.split(',')),
    problem(typed) {
      const { length } = distinct(typed.split(','));
      // There is no way to tell which four the user wants (API document 4.5: four indexes).
      if (length > maxTagFilters) {
        return `The service accepts at most ${maxTagFilters} tags: remove some.`;
      }
      const isEmpty = length === 0 && typed.trim() !== '';
      return isEmpty ? 'There is no tag ID between the commas.' : undefined;
    },
    values: ({ tags }) => tags,
    change: ({ filters, state }, tags) => ({ filters, tags, state }),
  },
};

export const filterFields: readonly FilterField[] = Object.values(fields);

/** Whether any filter is applied. */
export function isFiltered(filter: ThingsFilter): boolean {
  return filterFields.some(({ values }) => values(filter).length > 0);
}

/** The applied filters in words; `value` joins all values. */
export function filterWords(filter: ThingsFilter) {
  return filterFields.flatMap((field) => {
    const values = field.values(filter);
    const { name, label } = field;
    return values.length === 0 ? [] : [{ field, name, label, values, value: values.join(', ') }];
  });
}

/** Advice about an unusual filter value, which the service may still accept (API document 4.5). */
type Adviser = (value: string) => string | undefined;

interface TextFilter {
  readonly label: string;
  readonly place?: FilterField['place'];
  readonly hint?: string;
  readonly mono?: boolean;
  /** The value without separators between digits; undefined if it contains other characters. */
  readonly clean?: (value: string) => string | undefined;
  readonly advise?: Adviser;
}

/**
 * A filter with one value. Spaces and dashes between digits are not sent. How the service compares values is not
 * documented, so no digits are added, and only fillers are removed.
 */
function text<Name extends ThingFilterName>(name: Name, filter: TextFilter): FilterField<Name> {
  const { label, place = 'folded', hint, mono, clean, advise } = filter;
  const cleaned = (typed: string) => clean?.(typed.trim()) ?? typed.trim();
  return {
    name,
    label,
    place,
    hint,
    mono,
    maxValues: 1,
    parse(typed) {
      const value = cleaned(typed);
      return value === '' ? [] : [value];
    },
    advice(typed) {
      const value = cleaned(typed);
      return value === '' ? undefined : advise?.(value);
    },
    values({ filters: { [name]: value } }) {
      return value === undefined ? [] : [value];
    },
    change({ filters: { [name]: _, ...others }, tags, state }, [value]) {
      return { filters: value === undefined ? others : { ...others, [name]: value }, tags, state };
    },
  };
}

/** Trims the values, and removes duplicates and empty values. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
}

/** 16 to 22 digits, because some tools omit the check digit or add a filler. */
function adviseIccid(value: string): string | undefined {
  const advice = digits(value, 16, 22);
  if (advice !== undefined) return advice;
  if (looksRounded(value)) return 'Ends in zeros, as if rounded by a spreadsheet: check it.';
  const isWrong = /^\d{19,20}$/.test(value) && !hasCheckDigit(value);
  return isWrong ? 'The check digit is not valid.' : undefined;
}

function adviseImsi(value: string): string | undefined {
  return digits(value, 14, 15);
}

function adviseImei(value: string): string | undefined {
  const advice = digits(value, 14, 16);
  if (advice !== undefined) return advice;
  const isWrong = value.length === 15 && !hasCheckDigit(value);
  return isWrong ? 'The IMEI check digit is not valid.' : undefined;
}

function adviseMsisdn(value: string): string | undefined {
  const advice = digits(value.replace(/^\+/, ''), 7, 15);
  if (advice !== undefined) return advice;
  return value.startsWith('0') ? 'Begins with 0: is the country code missing?' : undefined;
}

/** For whole numbers. Some services write them in another notation: the API document also allows text (4.5). */
function adviseAtMost(largest: number): Adviser {
  return (value) =>
    digits(value, 1, 20) ?? (Number(value) > largest ? `Usually at most ${largest}.` : undefined);
}

function digits(value: string, min: number, max: number): string | undefined {
  if (!/^\d+$/.test(value)) return 'Usually digits only.';
  if (value.length < min) return `Usually ${min} to ${max} digits. Partial numbers may not match.`;
  return value.length > max ? `At most ${max} digits.` : undefined;
}
