import type { MiddlewareHandler } from 'hono';

import type { Env } from '../http/context.ts';

/**
 * `sha256-47DEQ…` is the hash of the empty string: the style library inserts an empty `<style>` and fills it through
 * the CSSOM, to which no policy applies. So the page needs neither a nonce nor 'unsafe-inline', and can be cached.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * @param frameAncestors origins that may embed the console; empty for none
 * @param page what a page needs in addition: the hash of its `<style>`, and whether it may submit a form
 */
export function contentSecurityPolicy(
  frameAncestors: readonly string[],
  page: { readonly styleHash?: string; readonly hasForm?: boolean } = {},
): string {
  const ancestors = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${emptyStyle}${page.styleHash === undefined ? '' : ` '${page.styleHash}'`}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${page.hasForm === true ? "'self'" : "'none'"}`,
    "object-src 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * Headers of every response (H2). hono/secure-headers is not used, because the HTTP server sends the same headers when
 * it refuses a request before Hono sees it.
 */
export function securityHeaders(given: {
  readonly publicOrigin: string;
  readonly frameAncestors: readonly string[];
}): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(given.frameAncestors),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(given.frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
    ...(given.publicOrigin.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
  };
}

/** Sets these headers on every response, unless a page has its own. */
export function defaultHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler<Env> {
  return async (context, next) => {
    await next();
    const own = context.get('pageHeaders') ?? {};
    for (const [name, value] of Object.entries({ ...headers, ...own })) {
      context.res.headers.set(name, value);
    }
  };
}

/** Additional headers of pages. */
export const pageHeaders = { 'cross-origin-opener-policy': 'same-origin' } as const;
