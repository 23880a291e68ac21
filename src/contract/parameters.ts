/**
 * The parameters of the gateway's own queries. Each query has one table: the gateway refuses values that the table
 * cannot parse, the console builds its calls with it, and pages parse their addresses with it.
 */

/** How one parameter is parsed. Empty text counts as absent. */
export interface Parameter<T> {
  /** @returns undefined if the text is not a valid value */
  readonly parse: (text: string) => T | undefined;
  /** Continues `"name" must be …`. */
  readonly expected: string;
  /** All values, if there are only a few. */
  readonly options?: readonly T[];
  /** How many times it may occur, if more than once; its values are then an array. */
  readonly maxTimes?: number;
  /** Writes a value, if `String` would write it differently. */
  write?(value: T): string;
}

/** A parameter that may occur several times. */
export type RepeatedParameter<T> = Parameter<T> & { readonly maxTimes: number };

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The possible values of a query with these parameters; all are optional. */
export type QueryOf<P extends Parameters> = {
  readonly [Name in keyof P]?: ValueOf<P[Name]> | undefined;
};

type ValueOf<P> =
  P extends RepeatedParameter<infer T> ? readonly T[] : P extends Parameter<infer T> ? T : never;

/** Maximum length of a search text, in the form and in a call. */
export const maxSearchText = 200;

/** PostgreSQL does not accept NUL, and no name has a control character. */
export const text: Parameter<string> = {
  parse(given) {
    const isFine = given.length <= maxSearchText && given.isWellFormed() && !/\p{Cc}/u.test(given);
    return isFine ? given : undefined;
  },
  expected: `text of up to ${maxSearchText} characters without line breaks`,
};

/** Text of a given form. */
export function matching(pattern: RegExp, expected: string): Parameter<string> {
  return { parse: (given) => (pattern.test(given) ? given : undefined), expected };
}

export const time: Parameter<number> = {
  parse: (given) => (/^-?\d{1,15}$/.test(given) ? Number(given) : undefined),
  expected: 'a time in whole milliseconds since 1970',
};

export function wholeNumber(min: number, max: number): Parameter<number> {
  return {
    parse(given) {
      const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    expected: `a whole number from ${min} to ${max}`,
  };
}

/** Up to `most` values of a kind, separated by commas. */
export function commaList(
  most: number,
  kind: string,
  isFine: (value: string) => boolean,
): Parameter<readonly string[]> {
  return {
    parse(given) {
      const values = given.split(',');
      return values.length <= most && values.every(isFine) ? values : undefined;
    },
    expected: `up to ${most} ${kind}, separated by commas`,
  };
}

export function oneOf<T extends string>(options: readonly T[]): Parameter<T> {
  return {
    parse: (given) => options.find((known) => known === given),
    expected: `one of ${options.join(', ')}`,
    options,
  };
}

/** The largest page of records. */
export const maxPageSize = 200;

/** Which page of records: `before` is a cursor from an earlier response, which only the gateway can read. */
export const pageParameters = {
  before: { ...text, expected: 'a cursor from an earlier response' },
  size: wholeNumber(1, maxPageSize),
};
