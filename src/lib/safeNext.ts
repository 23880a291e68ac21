import { decoded } from './decoded.ts';

/** A path of this origin without control characters. */
const plainPath = /^\/(?![/\\])\P{Cc}*$/u;

/**
 * The address to open after signing in. Accepts only a path on this origin (H13): anything that a browser could resolve
 * to another origin or scheme, for example because of control characters, is replaced.
 *
 * @param next value of the address parameter, or null
 * @param home path used instead of an unsafe one
 */
export function safeNext(next: string | null, home: string): string {
  if (next === null || !plainPath.test(next) || next.includes('\\')) return home;
  const here = 'https://here.invalid';
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined;
  if (url?.origin !== here || url.pathname.startsWith('//')) return home;
  const path = decoded(url.pathname);
  // Later in the path, an encoded slash or backslash is part of an id, which is opaque (API document 2).
  if (path === undefined || !plainPath.test(path)) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Like safeNext, but also rejects the sign-in page itself. */
export function nextAfterSignIn(next: string | null, home: string): string {
  const wanted = safeNext(next, home);
  return /^\/sign-in\/?(?:[?#]|$)/.test(wanted) ? home : wanted;
}
