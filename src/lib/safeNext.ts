/**
 * Where to go after signing in. Accepts only a path on this origin (H13): anything that a browser could
 * resolve to another origin or scheme is replaced, also if it uses control characters.
 *
 * @param next value of the address parameter, or null
 * @param home path used instead of an unsafe one
 */
export function safeNext(next: string | null, home: string): string {
  if (next === null || !/^\/(?![/\\])/.test(next) || hasUnsafeCharacter(next)) return home;
  const here = 'https://here.invalid';
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined;
  if (url?.origin !== here || url.pathname.startsWith('//')) return home;
  const decoded = decode(url.pathname);
  if (decoded === undefined || hasUnsafeCharacter(decoded) || decoded.startsWith('//')) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** As safeNext; signing in must not lead back to the sign-in page either. */
export function nextAfterSignIn(next: string | null, home: string): string {
  const wanted = safeNext(next, home);
  return /^\/sign-in\/?(?:[?#]|$)/.test(wanted) ? home : wanted;
}

function hasUnsafeCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x20 || code === 0x7f || character === '\\') return true;
  }
  return false;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
