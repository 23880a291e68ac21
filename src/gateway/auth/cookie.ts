export type SessionCookie = ReturnType<typeof createSessionCookie>;

const maxIds = 2;

/**
 * The session cookie; its value never changes during a session. hono/cookie is unsuitable: it reads only the first of
 * several cookies with the same name, and does not write the attributes in T2's order.
 *
 * Over https the `__Host-` prefix binds the cookie to this host. Browsers refuse it on plain http, which the
 * configuration allows only on loopback.
 *
 * A `__Host-` cookie is sent to every path of the host, so its name includes the console's path, which gives consoles
 * under different paths separate sessions. The name also includes the mode; otherwise, after COOKIE_CROSS_SITE is
 * toggled, browsers would still send the old cookie, ahead of the new one.
 *
 * @param given.basePath with a slash at both ends
 * @param given.crossSite true if a portal on another site embeds the console; the cookie is then partitioned
 */
export function createSessionCookie(given: {
  readonly basePath: string;
  readonly secure: boolean;
  readonly crossSite: boolean;
}) {
  // A cookie name may not contain a slash (RFC 6265, 4.1.1), and a base path never contains a plus sign.
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

  // A cookie can only be replaced by one of its kind: partitioned by partitioned, unpartitioned by unpartitioned.
  const end = ({ name, attributes }: typeof own) => `${name}=; ${attributes}; Max-Age=0`;

  return {
    /**
     * `Set-Cookie` lines that start a session: they set the cookie, and remove the other mode's cookie if there is one.
     *
     * @param header the request's `Cookie` header
     */
    set: (id: string, header: string | undefined): readonly string[] => [
      `${own.name}=${id}; ${own.attributes}`,
      ...(valuesOf(other.name, header).length > 0 ? [end(other)] : []),
    ],
    /** `Set-Cookie` lines that end a session in the browser, in both modes. */
    clear: (): readonly string[] => (given.secure ? [end(own), end(other)] : [end(own)]),
    /**
     * The ids in a `Cookie` header, in order. Browsers keep a partitioned and an unpartitioned cookie of the same name,
     * so there may be two. Additional ids are ignored: no browser sends more, and each would cost a database lookup.
     */
    read: (header: string | undefined): readonly string[] =>
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
