import { isIP } from 'node:net';

import type { GatewayContext } from './context.ts';

/**
 * The address in a header that a reverse proxy sets. Of a list it is the last: the nearest proxy wrote
 * that one, and those before it anybody could have written.
 */
export function addressInHeader(value: string | undefined): string | undefined {
  const address = value?.split(',').at(-1)?.trim();
  return address !== undefined && isIP(address) > 0 ? address : undefined;
}

/**
 * Where a request comes from: what the reverse proxy says in the configured header, else the other end
 * of the connection. An IPv4 address in IPv6 form is given as IPv4.
 *
 * @param header lower case; null where the configuration names none
 */
export function clientAddress(context: GatewayContext, header: string | null): string | undefined {
  const said = header === null ? undefined : addressInHeader(context.req.header(header));
  const address = said ?? context.env?.incoming?.socket.remoteAddress;
  return address === undefined ? undefined : (mappedIpv4(address) ?? address);
}

/**
 * Whom an address belongs to, as far as it says: an IPv4 address, or the first 64 bits of an IPv6
 * address, since each network has at least so many and a device in it may use any of the others (RFC 4291,
 * 2.5.4).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  return mappedIpv4(address) ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** `::ffff:a.b.c.d`, as a socket that listens on both protocols names an IPv4 client (RFC 4291, 2.5.5.2). */
function mappedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 0xff])
    .join('.');
}

/** The eight groups in hexadecimal, in the one way in which URL writes them; a zone is no part of them. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}
