const parameter = 'embed';

/**
 * Whether an address asks for the console without the brand and account bar.
 *
 * @param address a query string, with or without a path before it
 */
export function asksForEmbed(address: string): boolean {
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get(parameter) === '1';
}

/** The query string without the parameter, with a question mark if anything is left. */
export function withoutEmbed(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(parameter);
  return rest.size === 0 ? '' : `?${rest}`;
}

/** The query string with the parameter. */
export function withEmbed(search: string): string {
  const all = new URLSearchParams(search);
  all.set(parameter, '1');
  return `?${all}`;
}
