import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';

// Writes a .br and a .gz file with maximum compression next to every built file that compression makes smaller, so that
// no request waits for compression.

const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const {
  BROTLI_PARAM_SIZE_HINT,
  BROTLI_PARAM_NPOSTFIX,
  BROTLI_PARAM_NDIRECT,
  BROTLI_PARAM_LGBLOCK,
} = constants;
/**
 * Ways to encode distances (RFC 7932, section 4), as NPOSTFIX and NDIRECT, and the size of blocks; which of them needs the
 * fewest bytes differs between files.
 */
const encodings = [
  [0, 0],
  [0, 1],
  [1, 0, 16],
  [1, 8],
  [2, 0],
  [2, 16],
  [3, 8],
] as const;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  const isHidden = file.slice(dist.length).includes('/.');
  if (!entry.isFile() || isHidden || !compressible.has(extname(entry.name))) continue;
  const body = readFileSync(file);
  const tries = encodings.map(async ([postfix, direct, block = 0]) => {
    const params = {
      [BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      [BROTLI_PARAM_NPOSTFIX]: postfix,
      [BROTLI_PARAM_NDIRECT]: direct,
      [BROTLI_PARAM_LGBLOCK]: block,
    };
    return promisify(brotliCompress)(body, { params });
  });
  // oxlint-disable-next-line no-await-in-loop -- they already use all cores
  const [brotli = body] = (await Promise.all(tries)).toSorted(
    (one, other) => one.byteLength - other.byteLength,
  );
  keepIfSmaller(`${file}.br`, brotli, body);
  keepIfSmaller(`${file}.gz`, gzipSync(body, { level: 9 }), body);
}

function keepIfSmaller(file: string, compressed: Uint8Array, original: Uint8Array): void {
  if (compressed.byteLength < original.byteLength * 0.95) writeFileSync(file, compressed);
}
