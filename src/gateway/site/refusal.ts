import type { MiddlewareHandler } from 'hono';

import { gatewayErrorHeader, requestIdHeader } from '#contract/session.ts';

import { type Env, requestIdOf } from '../http/context.ts';
import type { GatewayErrorBody } from '../http/gatewayError.ts';
import { recordRequest } from '../ops/accessLog.ts';
import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { pageHeaders } from './headers.ts';

/** The page shown when an address or request is refused; it needs no script. */
export type RefusalPage = (status: number, requestId: string) => string;

interface Wording {
  readonly heading: string;
  readonly happened: string;
  readonly advice: string;
}

const wordings: Readonly<Record<number, Wording>> = {
  400: {
    heading: 'This address cannot be opened',
    happened: 'The console does not understand the browser’s request.',
    advice: 'Open the console at its usual address.',
  },
  403: {
    heading: 'No page',
    happened: 'This address is for the console’s own calls. It cannot be opened as a page.',
    advice: 'Nothing was read or changed.',
  },
  404: {
    heading: 'No such page',
    happened: 'There is no page at this address.',
    advice:
      'It may have been mistyped, or cut off when it was copied. Addresses of this console never contain a backslash or two slashes in a row.',
  },
  405: {
    heading: 'This address cannot be used this way',
    happened: 'The pages of this console can only be viewed. They do not accept data.',
    advice: 'Nothing was changed.',
  },
  414: {
    heading: 'This address is too long',
    happened: 'It has more than 8,192 characters, so the console did not read it.',
    advice: 'Open the console and set the filters there.',
  },
  429: {
    heading: 'Too many sign-ins',
    happened:
      'Too many sign-ins from your network in the last minute. Yours was not sent to the service.',
    advice: 'Wait a minute, then open the console again.',
  },
  431: {
    heading: 'The request is too large',
    happened: 'Its headers exceed 16 KiB, usually because of cookies.',
    advice: 'Delete this site’s cookies in the browser’s settings, then reload the page.',
  },
};

const refused: Wording = {
  heading: 'This address cannot be opened',
  happened: 'The request was refused.',
  advice:
    'Reload the page. If it keeps failing, give the request ID to the operators of the console.',
};

const failed: Wording = {
  heading: 'This page could not be opened',
  happened: 'The problem is in the console, not in your browser.',
  advice:
    'Reload the page. If it keeps failing, give the request ID to the operators of the console.',
};

/**
 * Uses the console's own style sheets. The page contains only the request id, and links to the configured path: a
 * forged Host or address has no effect.
 *
 * @param given.basePath with a slash at both ends
 * @param given.stylesheets addresses of the style sheets
 */
export function createRefusalPage(given: {
  readonly basePath: string;
  readonly stylesheets: readonly string[];
}): RefusalPage {
  const { basePath, stylesheets } = given;
  const links = stylesheets.map((address) => `<link rel="stylesheet" href="${address}">`).join('');
  return (status, requestId) => {
    const { heading, happened, advice } = wordings[status] ?? (status < 500 ? refused : failed);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading} · SIM Console</title>
<link rel="icon" href="${basePath}icon.svg" type="image/svg+xml">${links}
</head>
<body>
<header>${brand}SIM Console</header>
<main>
<h1>${heading}</h1>
<p>${happened} ${advice}</p>
<p><a href="${basePath}">Go to Things</a></p>
<p class="request-id">Request ID <code>${requestId}</code></p>
</main>
</body>
</html>
`;
  };
}

const brand =
  '<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d="M8 2h11l7 7v18a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zm3 12a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2z"/></svg>';

/**
 * Whether a user is opening an address, as opposed to a page calling or loading something. Browsers say so in
 * Sec-Fetch-Mode; without it (plain http, old browsers), a request that accepts HTML counts as opening.
 */
export function isNavigation(header: (name: string) => string | null | undefined): boolean {
  const mode = header('sec-fetch-mode') ?? '';
  return mode === '' ? /\btext\/html\b/i.test(header('accept') ?? '') : mode === 'navigate';
}

/**
 * @param request with its headers by lower-case name; undefined if the bytes were not a request
 * @returns a response's body and the matching headers
 */
export type Refuse = (
  status: number,
  request?: {
    readonly method?: string | undefined;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  },
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Responds to requests that the HTTP server itself refuses, and logs them like any other. */
export function createRefuse(given: {
  readonly page: RefusalPage;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'request'>;
}): Refuse {
  return (status, request) => {
    const header = (name: string) => request?.headers[name]?.toString();
    const requestId = requestIdOf(header(requestIdHeader));
    const method = request?.method ?? 'unknown';
    recordRequest(given, { requestId, method, route: 'refused', status, ms: 0 });
    // Oversized headers are not parsed; they usually come from a browser with too many cookies.
    const isPage = request === undefined ? status === 431 : isNavigation(header);
    const { heading, happened } = wordings[status] ?? refused;
    const error: GatewayErrorBody = {
      status_code: status,
      message: `${heading}. ${happened}`,
      request_id: requestId,
      code: 'bad_request',
    };
    return {
      headers: refusalHeaders(isPage, requestId),
      body: isPage ? given.page(status, requestId) : JSON.stringify(error),
    };
  };
}

/** For any error, shows a page to a user who opens an address. */
export function refusalPages(page: RefusalPage): MiddlewareHandler<Env> {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status < 400 || context.get('pageHeaders')) return;
    if (!isNavigation((name) => context.req.header(name))) return;
    const requestId = context.get('requestId');
    const headers = new Headers(context.res.headers);
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    const ofPage = Object.entries(refusalHeaders(true, requestId));
    for (const [name, value] of ofPage) headers.set(name, value);
    // Otherwise Hono adds the previous response's headers to the new one, including its type.
    context.res = undefined;
    context.res = new Response(page(status, requestId), { status, headers });
  };
}

function refusalHeaders(isPage: boolean, requestId: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    ...(isPage ? pageHeaders : { [gatewayErrorHeader]: '1' }),
    [requestIdHeader]: requestId,
  };
}
