import { dayStart } from './dayStart.ts';

/** How a parameter of a page's address is parsed. Those of the gateway's queries are parsed as in the gateway. */
export interface AddressParameter<T> {
  /** @param earlier values of the preceding parameters */
  readonly parse: (text: string, earlier: { readonly from?: unknown }) => T | undefined;
  /** Whether an empty text is a value, "none"; otherwise it counts as absent. */
  readonly takesEmpty?: true;
  /** Its name in the address, if different from its name in the call. */
  readonly inAddress?: string;
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
 * Parses an address into its valid texts by their names in the call, the corresponding query, and the address names
 * of invalid texts, which count as absent.
 */
export function readAddress<Query extends object>(
  search: URLSearchParams,
  parameters: AddressParameters<Query>,
) {
  const invalid: string[] = [];
  const texts: Partial<Record<keyof Query, string>> = {};
  const query: Partial<Query> = {};
  for (const [name, { parse, takesEmpty, inAddress = name }] of linesOf(parameters)) {
    const text = search.get(inAddress)?.trim();
    if (text === undefined || (text === '' && takesEmpty !== true)) continue;
    const value = parse(text, query);
    if (value === undefined) invalid.push(inAddress);
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
  for (const [name, { takesEmpty, inAddress = name }] of linesOf(parameters)) {
    const value = given.get(name);
    if (value === undefined || (value === '' && takesEmpty !== true)) next.delete(inAddress);
    else next.set(inAddress, String(value));
  }
  return next;
}

function linesOf<Query>(parameters: AddressParameters<Query>) {
  return Object.entries<AddressParameter<unknown>>(parameters);
}
