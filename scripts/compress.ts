import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// Writes a .br and a .gz file with maximum compression next to every built file that compression makes smaller, so that
// no request waits for compression.

const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const dist = fileURLToPath(new URL('../dist', import.meta.url));

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  const isHidden = file.slice(dist.length).includes('/.');
  if (!entry.isFile() || isHidden || !compressible.has(extname(entry.name))) continue;
  const body = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  keepIfSmaller(`${file}.br`, brotliCompressSync(body, { params }), body);
  keepIfSmaller(`${file}.gz`, gzipSync(body, { level: 9 }), body);
}

function keepIfSmaller(file: string, compressed: Uint8Array, original: Uint8Array): void {
  if (compressed.byteLength < original.byteLength * 0.95) writeFileSync(file, compressed);
}
