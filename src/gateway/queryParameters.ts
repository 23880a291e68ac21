import { maxSearchText } from '#contract/changes.ts';

import { GatewayError } from './gatewayError.ts';

/** Reads one parameter of a query; an empty value counts as absent. */
export type ReadParameter<Name extends string> = <T>(
  name: Name,
  kind: ParameterKind<T>,
) => T | undefined;

/** What a parameter may be, and how a person is told. */
export interface ParameterKind<T> {
  readonly parse: (text: string) => T | undefined;
  /** Continues `"name" must be …`. */
  readonly expected: string;
}

/**
 * Refuses a query with other parameters than these, or with one of them twice.
 *
 * @returns reads one parameter, and throws a `bad_request` that names it where it is wrong
 * @throws {GatewayError} `bad_request`
 */
export function readParameters<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): ReadParameter<Name> {
  for (const name of query.keys()) {
    if (!names.some((known) => known === name) || query.getAll(name).length > 1) {
      throw new GatewayError('bad_request', {
        message: `The parameters are ${names.join(', ')}, each at most once.`,
      });
    }
  }
  return (name, { parse, expected }) => {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new GatewayError('bad_request', { message: `"${name}" must be ${expected}.` });
  };
}

/** PostgreSQL takes no NUL, and no name has a control character. */
export const textParameter: ParameterKind<string> = {
  parse(text) {
    const isFine = text.length <= maxSearchText && text.isWellFormed() && !/\p{Cc}/u.test(text);
    return isFine ? text : undefined;
  },
  expected: `a text of up to ${maxSearchText} characters without line breaks`,
};

export const timeParameter: ParameterKind<number> = {
  parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  expected: 'a time in whole milliseconds since 1970',
};

export function numberParameter(min: number, max: number): ParameterKind<number> {
  return {
    parse(text) {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    expected: `a whole number from ${min} to ${max}`,
  };
}

export function oneOf<T extends string>(values: readonly T[]): ParameterKind<T> {
  return {
    parse: (text) => values.find((known) => known === text),
    expected: `one of ${values.join(', ')}`,
  };
}

/** @param parse of what an earlier answer named as its next or previous page */
export function cursorParameter<T>(parse: (text: string) => T | undefined): ParameterKind<T> {
  return { parse, expected: 'a cursor of an earlier answer' };
}

/** A cursor of a list whose rows are ordered by a time and an id. */
export interface TimeCursor {
  readonly at: number;
  readonly id: string;
}

export const timeCursor = cursorParameter((text): TimeCursor | undefined => {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  return id === undefined ? undefined : { at: Number(at), id };
});

export function writeTimeCursor({ at, id }: TimeCursor): string {
  return `${at}.${id}`;
}
