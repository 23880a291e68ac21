import * as z from 'zod/mini';

import { decoded } from '#lib/decoded.ts';

export const text = z.string();

export function wholeNumber(least: number, most: number) {
  return z.pipe(
    text.check(z.regex(/^\d{1,7}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(most))),
  );
}

const unitMs = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** A setting given as a whole number of some unit of time; its value is in milliseconds. */
export function duration(least: number, most: number, unit: keyof typeof unitMs) {
  const schema = z.pipe(
    wholeNumber(least, most),
    z.transform((count) => count * unitMs[unit]),
  );
  return { schema, expected: `a whole number of ${unit} from ${least} to ${most}` };
}

/** Whether the host can only be this machine; an IPv6 address may be in brackets, as in a URL. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Only scheme, host and port; plain http only on the loopback interface. */
function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (!url || (value !== url.origin && value !== `${url.origin}/`)) return false;
  // URLs allow more, such as a comma or semicolon, which would mean something else in a list or a header.
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])$/.test(url.hostname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

export const origin = z.pipe(
  text.check(z.refine(isOrigin)),
  z.transform((value) => new URL(value).origin),
);

/** The non-empty parts of a value. */
export function parts(separator: RegExp) {
  return z.pipe(
    text,
    z.transform((value) => value.split(separator).filter((part) => part !== '')),
  );
}

/** Origins separated by spaces. */
export const origins = z.pipe(
  parts(/\s+/),
  z.pipe(
    z.array(text.check(z.refine(isOrigin))),
    z.transform((given) => given.map((one) => new URL(one).origin)),
  ),
);

/** With a slash at both ends; the trailing slash may be omitted. */
export const path = z.pipe(
  text.check(z.regex(/^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?$/)),
  z.transform((value) => (value.endsWith('/') ? value : `${value}/`)),
);

function either(yes: string, no: string) {
  const schema = z.stringbool({ truthy: [yes], falsy: [no], case: 'sensitive' });
  return { schema, expected: `${yes} or ${no}` };
}

/** A setting that is the path of a file. */
export const file = { schema: text, expected: 'the path of a file that this user can read' };

/** A setting that is true or false. */
export const flag = either('true', 'false');
/** A setting that is on or off; its value is true or false. */
export const onOff = either('on', 'off');

/** A default that is also a good example. */
export const usual = <V extends string>(value: V) => ({ example: value, default: value });

/** Base address of the service. http is allowed, because a gateway is often on the same network. */
export const serviceUrl = z.pipe(
  text.check(
    z.refine((value) => {
      const url = URL.parse(value);
      const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
      // An empty query or fragment still leaves its delimiter, and no path can follow it.
      return isHttp && !/[?#]/.test(value) && url.username === '' && url.password === '';
    }),
  ),
  z.transform((value) => new URL(value).href.replace(/\/+$/, '')),
);

/**
 * Headers that mean something else to the service, where an address would break every call; and the one whose syntax
 * for addresses is not supported.
 */
const takenHeaders = new Set([
  'accept',
  'apikey',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'transfer-encoding',
  'user-agent',
  'x-request-id',
]);

export const headerName = z.pipe(
  text.check(
    z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/),
    z.refine((value) => !takenHeaders.has(value.toLowerCase())),
  ),
  z.transform((value) => value.toLowerCase()),
);

/**
 * Address of a proxy. Without a scheme, it is an http proxy, as in other programs. With an unsupported scheme, such as
 * socks5, Node would use no proxy at all.
 */
export const proxyUrl = z.pipe(
  z.pipe(
    text,
    z.transform((value) => (value.includes('://') ? value : `http://${value}`)),
  ),
  z.pipe(
    text.check(
      z.refine((value) => {
        const url = URL.parse(value);
        const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
        const isBare = url?.pathname === '/' && url.search === '' && url.hash === '';
        const isReadable = url && decoded(url.username + url.password) !== undefined;
        return isHttp && isBare && !/\s/.test(value) && isReadable;
      }),
    ),
    z.transform((value) => new URL(value).href),
  ),
);
