import { dayStart } from './dayStart.ts';

/** How a parameter of a page's address is parsed. Those of the gateway's queries are parsed as in the gateway. */
export interface AddressParameter<T> {
  /** @param earlier values of the preceding parameters */
  readonly parse: (text: string, earlier: { readonly from?: unknown }) => T | undefined;
}

/** All parameters of a page's address for a query; leaving out a part of the query is a compile error. */
export type AddressParameters<Query> = {
  readonly [Name in keyof Query]-?: AddressParameter<Exclude<Query[Name], undefined>>;
};

/** Days in the user's time zone, such as `2026-11-22`, both inclusive. */
export const days = {
  from: { parse: (day: string) => dayStart(day) },
  to: {
    parse(day: string, { from }: { readonly from?: unknown }) {
      const end = dayStart(day, 1);
      const isBefore = end !== undefined && typeof from === 'number' && end <= from;
      return isBefore ? undefined : end;
    },
  },
} satisfies AddressParameters<{ from: number; to: number }>;

/**
 * Parses an address into its valid strings by name, the corresponding query, and the names of invalid strings, which
 * count as absent.
 */
export function readAddress<Query extends object>(
  search: URLSearchParams,
  parameters: AddressParameters<Query>,
) {
  const invalid: string[] = [];
  const texts: Partial<Record<keyof Query, string>> = {};
  const query: Partial<Query> = {};
  for (const [name, { parse }] of Object.entries<AddressParameter<unknown>>(parameters)) {
    const text = search.get(name)?.trim();
    if (text === undefined || text === '') continue;
    const value = parse(text, query);
    if (value === undefined) invalid.push(name);
    else {
      Object.assign(texts, { [name]: text });
      Object.assign(query, { [name]: value });
    }
  }
  return { texts, query, invalid };
}

/** The query string with these values instead of the page's own; other tools' parameters are kept. */
export function writeAddress<Query extends object>(
  current: URLSearchParams,
  parameters: AddressParameters<Query>,
  values: { readonly [Name in keyof Query]?: string | number | undefined },
): URLSearchParams {
  const next = new URLSearchParams(current);
  const given = new Map<string, string | number | undefined>(Object.entries(values));
  for (const name of Object.keys(parameters)) {
    const value = given.get(name) ?? '';
    if (value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
