import type { Handler } from 'hono';

import type { Env, SessionEnv } from './context.ts';
import { GatewayError } from './gatewayError.ts';
import { type PageKey, readCursor } from './store/keysetPage.ts';

/** The calls below `/records` share these rules. */

const maxTextLength = 200;
const maxSize = 200;

/** The customer whose records a session may read: a person may type any id, and that alone shows nothing (C5). */
export function provenCustomer({
  customerId,
  provenCustomerId,
}: SessionEnv['Variables']['session']): string {
  if (customerId === null) throw new GatewayError('customer_required');
  if (customerId !== provenCustomerId) throw new GatewayError('customer_unproven');
  return customerId;
}

/** Answers every method of a path that no handler before it took. */
export function refuseMethod(allow: string): Handler<Env> {
  return () => {
    throw new GatewayError('not_forwarded', {
      status: 405,
      message: 'This call does not exist with this method.',
      headers: { allow },
    });
  };
}

/** How a parameter is read: undefined where it is not what was expected. */
export interface Parameter<T> {
  readonly parse: (text: string) => T | undefined;
  readonly expected: string;
}

/**
 * @returns reads one parameter; an empty value counts as absent
 * @throws {GatewayError} `bad_request` that names the first parameter that is wrong
 */
export function readParameters<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): <T>(name: Name, { parse, expected }: Parameter<T>) => T | undefined {
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
export const searchedText: Parameter<string> = {
  parse: (text) =>
    text.length <= maxTextLength && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined,
  expected: `a text of up to ${maxTextLength} characters without line breaks`,
};

export const time: Parameter<number> = {
  parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  expected: 'a time in whole milliseconds since 1970',
};

export const pageSize: Parameter<number> = {
  parse(text) {
    const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    return size >= 1 && size <= maxSize ? size : undefined;
  },
  expected: `a whole number from 1 to ${maxSize}`,
};

export const cursor: Parameter<PageKey> = {
  parse: readCursor,
  expected: 'a cursor of an earlier answer',
};

export function oneOf<T extends string>(values: readonly T[]): Parameter<T> {
  return {
    parse: (text) => values.find((known) => known === text),
    expected: `one of ${values.join(', ')}`,
  };
}
