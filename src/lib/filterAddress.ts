import { dayStart } from './dayStart.ts';

type Parse<T extends string> = (text: string) => T | undefined;

/** Reads parameters of a page's address. An invalid value falls back to none, an empty text, and is reported. */
export function createAddressReader(search: URLSearchParams) {
  const invalid: string[] = [];
  function read<T extends string>(name: string, parse: Parse<T>): T | '' {
    const text = search.get(name)?.trim() ?? '';
    const value = text === '' ? '' : parse(text);
    if (value === undefined) invalid.push(name);
    return value ?? '';
  }
  return {
    read,
    /** Days of the person's time zone, such as `2026-11-22`; both are included. */
    readDays() {
      const from = read('from', (day) => (dayStart(day) === undefined ? undefined : day));
      const isBefore = (day: string) => dayStart(day) === undefined || day < from;
      return { from, to: read('to', (day) => (isBefore(day) ? undefined : day)) };
    },
    /** Names of the parameters that were not understood. */
    invalid,
  };
}

/** A text as the gateway takes it: it refuses others. */
export const textUpTo =
  (maxLength: number): Parse<string> =>
  (text) =>
    text.length <= maxLength && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined;

/** The search for an address; parameters of other tools are kept. */
export function writeAddress<A extends Readonly<Record<keyof A, string>>>(
  current: URLSearchParams,
  address: A,
): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries<string>(address)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
