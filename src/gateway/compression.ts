import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The best encoding that an `Accept-Encoding` header allows: Brotli, then gzip, else none. */
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

/** For answers made on the spot: quick rather than as small as can be. */
export async function compressNow(
  body: Uint8Array,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return new Uint8Array(await brotliAsync(body, { params }));
  }
  if (encoding === 'gzip') return new Uint8Array(await gzipAsync(body));
  return new Uint8Array(body);
}
