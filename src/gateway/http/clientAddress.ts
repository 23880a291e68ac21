import { isIP } from 'node:net';

/**
 * The address in a header that a reverse proxy sets. In a list, only the last address counts, because the nearest proxy
 * wrote it; the others may be forged.
 */
export function addressInHeader(value: string | undefined): string | undefined {
  const last = value?.split(',').at(-1)?.trim() ?? '';
  // Some load balancers add the port, or write an IPv6 address in brackets.
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(last) ?? [];
  const address = inBrackets ?? ipv4 ?? last;
  return isIP(address) > 0 ? address : undefined;
}

/** Where a request comes from. */
export interface ClientAddress {
  /** The value of the configured header, as passed to the service; undefined if it is not an address. */
  readonly reported: string | undefined;
  /** The reported address, or else the connection's peer; an IPv4 address in IPv6 form is converted to IPv4. */
  readonly address: string | undefined;
}

/**
 * @param header the configured header for the client's address
 * @param remoteAddress the connection's peer
 */
export function readClientAddress(
  header: string | undefined,
  remoteAddress: string | undefined,
): ClientAddress {
  const reported = addressInHeader(header);
  const address = reported ?? remoteAddress;
  return {
    reported,
    address: address === undefined ? undefined : (mappedIpv4(address) ?? address),
  };
}

/**
 * The network that an address belongs to: the address itself for IPv4, its first 64 bits for IPv6, because a device
 * may use any of the other 64 bits (RFC 4291, 2.5.4).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  return mappedIpv4(address) ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** `::ffff:a.b.c.d` from a dual-stack socket (RFC 4291, 2.5.5.2), `64:ff9b::a.b.c.d` from a translator (RFC 6052). */
function mappedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  if (!/^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/.test(groups.join(':'))) return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 0xff])
    .join('.');
}

/** The eight hexadecimal groups as `URL` writes them, without a zone. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}
