import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip, unzip } from 'node:zlib';

import { TooLargeError } from '../http/limitedBody.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const unzipAsync = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(unzip);
const decoders: Readonly<Record<string, typeof unzipAsync>> = {
  br: promisify(brotliDecompress),
  deflate: unzipAsync,
  gzip: unzipAsync,
  'x-gzip': unzipAsync,
};

/** The best encoding that an `Accept-Encoding` header allows: Brotli, then gzip, otherwise none. */
export function chooseEncoding(
  accept: string | undefined,
  available: readonly Encoding[] = ['br', 'gzip'],
): Encoding {
  const weights = new Map<string, number>();
  for (const part of accept?.split(',') ?? []) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  for (const encoding of ['br', 'gzip'] as const) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > 0 && available.includes(encoding)) return encoding;
  }
  return 'identity';
}

/** For dynamic responses, where speed matters more than size. */
export async function compressNow(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return new Uint8Array(await brotliAsync(body, { params }));
  }
  if (encoding === 'gzip') return new Uint8Array(await gzipAsync(body));
  return body;
}

/**
 * Decompresses a body: the service may compress without being asked (RFC 9110, 12.5.3).
 *
 * @param encoding the value of `Content-Encoding`
 * @param maxBytes the maximum size of the result, where decompression stops
 * @throws {TooLargeError} or any error of the decoder, or a RangeError for an unknown encoding
 */
export async function decompress(
  body: Uint8Array<ArrayBuffer>,
  encoding: string | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || body.byteLength === 0) return body;
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!decode) throw new RangeError('Unknown content encoding');
  try {
    return new Uint8Array(await decode(body, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? new TooLargeError() : error;
  }
}
