/**
 * How the session's id travels; the value never changes during a session. Not hono/cookie: it knows only
 * the first of several cookies with one name, and writes attributes in another order than T2 asks for.
 */
export interface SessionCookie {
  /**
   * `Set-Cookie` lines that begin a session: the cookie itself, and the end of one of the other mode if
   * the browser sent it.
   *
   * @param header `Cookie` of the request
   */
  set(id: string, header: string | undefined): readonly string[];
  /** `Set-Cookie` lines that end a session in the browser, in both modes. */
  clear(): readonly string[];
  /**
   * The ids in a `Cookie` header, in its order. Browsers keep a partitioned and an ordinary cookie with
   * one name side by side, so there may be two; more than that nobody's browser sends, and each id costs a
   * question to the store, so further ones are left out.
   */
  read(header: string | undefined): readonly string[];
}

const maxIds = 2;

/**
 * Over https the `__Host-` prefix binds the cookie to this host alone; on plain http, which the
 * configuration allows on the loopback interface only, browsers refuse that prefix.
 *
 * That prefix sends the cookie to the whole host, so the name holds the console's path: consoles under
 * different paths have separate sessions. It also tells the mode: otherwise a cookie from before
 * COOKIE_CROSS_SITE was switched would be sent with the new one, and first.
 *
 * @param given.basePath with a slash at both ends
 * @param given.crossSite for a portal on another site; its cookies are in a separate partition
 */
export function createSessionCookie(given: {
  readonly basePath: string;
  readonly secure: boolean;
  readonly crossSite: boolean;
}): SessionCookie {
  // No slash may be in a cookie's name (RFC 6265, 4.1.1), and no plus sign is in a base path.
  const path = given.basePath.slice(0, -1).replaceAll('/', '+');
  const prefix = given.secure ? '__Host-' : '';
  const sameSite = {
    name: `${prefix}sim-console${path}`,
    attributes: `Path=/; ${given.secure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`,
  };
  const crossSite = {
    name: `${prefix}sim-console-cross-site${path}`,
    attributes: 'Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
  };
  const [own, other] = given.crossSite ? [crossSite, sameSite] : [sameSite, crossSite];

  // A browser replaces a partitioned cookie only by a partitioned one, and an ordinary one by an ordinary one.
  const end = ({ name, attributes }: typeof own) => `${name}=; ${attributes}; Max-Age=0`;

  return {
    set: (id, header) => [
      `${own.name}=${id}; ${own.attributes}`,
      ...(valuesOf(other.name, header).length > 0 ? [end(other)] : []),
    ],
    clear: () => (given.secure ? [end(own), end(other)] : [end(own)]),
    read: (header) =>
      valuesOf(own.name, header)
        .filter((value) => /^[\w-]{43}$/.test(value))
        .slice(0, maxIds),
  };
}

function valuesOf(name: string, header = ''): readonly string[] {
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
}
