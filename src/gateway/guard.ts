import { consoleHeader } from '#contract/session.ts';

import { isLoopback } from './config/configValues.ts';

const readingMethods = new Set(['GET', 'HEAD']);

/**
 * Whether a call comes from the console's own pages. A foreign page cannot send the console's
 * header without a preflight, which is never answered; the browser's own statement of where a call
 * comes from is checked as well. A plain http host gets neither statement on a GET.
 *
 * @param publicOrigin the origin that users see; never taken from the request
 */
export function isFromConsole(
  request: { readonly method: string; readonly headers: Pick<Headers, 'get'> },
  publicOrigin: string,
): boolean {
  if (request.headers.get(consoleHeader) !== '1') return false;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin !== null) return origin === publicOrigin;
  return readingMethods.has(request.method);
}

/**
 * Whether the page that calls is open on this machine, as far as a browser says: it names the page's
 * origin with every write, also behind a reverse proxy of which the configuration knows nothing.
 */
export function isFromThisMachine({
  headers,
}: {
  readonly headers: Pick<Headers, 'get'>;
}): boolean {
  const origin = headers.get('origin');
  return origin === null || (URL.canParse(origin) && isLoopback(new URL(origin)));
}
