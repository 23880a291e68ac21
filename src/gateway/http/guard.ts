import type { MiddlewareHandler } from 'hono';

import { consoleHeader } from '#contract/session.ts';

import type { ServiceConfig } from '../ops/config.ts';
import { isLoopback } from '../ops/configValues.ts';
import type { Env } from './context.ts';
import { GatewayError } from './gatewayError.ts';

const readMethods = new Set(['GET', 'HEAD']);

/**
 * Whether a call comes from the console's own pages (H5). A foreign page cannot send the console's header without a
 * preflight request, and the gateway never grants one. The browser's own headers about the caller are also checked; a
 * GET over plain http lacks them.
 *
 * @param publicOrigin the origin that users see; never taken from the request
 */
export function isFromConsole(
  request: { readonly method: string; readonly headers: Pick<Headers, 'get'> },
  publicOrigin: string,
): boolean {
  if (request.headers.get(consoleHeader) !== '1') return false;
  return isSameOrigin(request.headers, publicOrigin) ?? readMethods.has(request.method);
}

/** Whether the browser says that the caller has the console's origin; undefined if it does not say. */
function isSameOrigin(headers: Pick<Headers, 'get'>, publicOrigin: string): boolean | undefined {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === null ? undefined : origin === publicOrigin;
}

/**
 * Accepts only calls from the console's own pages. hono/csrf is unsuitable: it accepts JSON and every GET.
 *
 * @throws {GatewayError} `not_from_console`
 */
export function guard(publicOrigin: string): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (!isFromConsole(context.req.raw, publicOrigin)) throw new GatewayError('not_from_console');
    await next();
  };
}

/**
 * Accepts only forms from the console's own pages (H5). Browsers submit forms without the console's header, so
 * Sec-Fetch-Site or Origin must show where they come from.
 *
 * @throws {GatewayError} `not_from_console`
 */
export function formGuard(publicOrigin: string): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (isSameOrigin(context.req.raw.headers, publicOrigin) !== true) {
      throw new GatewayError('not_from_console');
    }
    await next();
  };
}

/**
 * Keeps other machines out of a sandbox that was not opened to them. Browsers send the page's origin with every write,
 * even through a reverse proxy that the configuration does not mention.
 *
 * @throws {GatewayError} `not_from_console`
 */
export function sandboxGuard(service: ServiceConfig): MiddlewareHandler<Env> {
  const isForThisMachine = service.kind === 'sandbox' && !service.isPublic;
  return async (context, next) => {
    const origin = context.req.header('origin');
    if (isForThisMachine && origin !== undefined && !isOfThisMachine(origin)) {
      throw new GatewayError('not_from_console', {
        message:
          'This is the sandbox. It accepts sign-ins only from the machine it runs on. Operators can set SIM_API_URL to use the service, or SANDBOX=true to open the sandbox to everyone.',
      });
    }
    await next();
  };
}

function isOfThisMachine(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin));
}
