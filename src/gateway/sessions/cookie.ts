/** How the session's id travels. The value never changes during a session. */
export interface SessionCookie {
  /** `Set-Cookie` that begins a session. */
  set(id: string): string;
  /** `Set-Cookie` that ends it in the browser. */
  clear(): string;
  /** The ids that a `Cookie` header carries, as sent; usually one or none. */
  read(header: string | undefined): string | undefined;
}

/**
 * Over https the `__Host-` prefix binds the cookie to this very host; on plain http, which the
 * configuration allows for the loopback interface only, browsers refuse that prefix.
 *
 * The cookie goes to the whole host, as that prefix demands, so the name says under which path the
 * console is: consoles under different paths have sessions of their own.
 *
 * @param given.basePath with a slash at both ends
 * @param given.crossSite for a portal on another site, which gets a partition of its own
 */
export function createSessionCookie(given: {
  readonly basePath: string;
  readonly secure: boolean;
  readonly crossSite: boolean;
}): SessionCookie {
  // No slash may be in a cookie's name (RFC 6265, 4.1.1), and no plus sign is in a base path.
  const path = given.basePath.slice(0, -1).replaceAll('/', '+');
  const name = `${given.secure ? '__Host-' : ''}sim-console${path}`;
  const attributes = [
    'Path=/',
    ...(given.secure ? ['Secure'] : []),
    'HttpOnly',
    ...(given.crossSite ? ['SameSite=None', 'Partitioned'] : ['SameSite=Strict']),
  ].join('; ');

  return {
    set: (id) => `${name}=${id}; ${attributes}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    read(header) {
      for (const part of header?.split(';') ?? []) {
        const [key, value] = part.split('=', 2);
        if (key?.trim() === name && value !== undefined && /^[\w-]{43}$/.test(value.trim())) {
          return value.trim();
        }
      }
      return undefined;
    },
  };
}
