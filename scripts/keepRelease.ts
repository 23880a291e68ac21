import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { gatewayOf, releases } from '../src/testing/releases/keptReleases.ts';
import { recordRelease } from '../src/testing/releases/recordRelease.ts';
import { readManifest } from './release/bundleGateway.ts';
import { tar } from './release/tar.ts';
import { root } from './run.ts';

/**
 * `node scripts/keepRelease.ts`, after `npm run release`: keeps this version for the tests of later versions, as
 * docs/ARCHITECTURE.md describes: a database with data in each engine, and the bundled gateway.
 */
const { name, version, releaseDate } = readManifest();
const folder = join(releases, version);
mkdirSync(folder, { recursive: true });
await recordRelease(folder, Date.parse(`${releaseDate}T09:00:00Z`));
const size = keepGateway();
console.log(`${folder}: gateway of ${size} bytes`);

/** The tests need no console, but without a page the gateway does not start. */
function keepGateway(): number {
  const temporary = mkdtempSync(join(tmpdir(), 'sim-console-kept-'));
  try {
    execFileSync('tar', ['-xzf', join(root, `release/${name}-${version}.tar.gz`), '-C', temporary]);
    const unpacked = join(temporary, `${name}-${version}`);
    const files = globSync(['sim-console.mjs', 'package.json', 'gateway/*'], { cwd: unpacked });
    const page = Buffer.from('<html><head></head></html>\n');
    const archive = tar(
      [
        ...files.map((path) => ({ path, content: readFileSync(join(unpacked, path)) })),
        { path: 'dist/index.html', content: page },
      ],
      Date.parse(releaseDate),
    );
    const compressed = gzipSync(archive, { level: 9 });
    writeFileSync(gatewayOf(version), compressed);
    return compressed.byteLength;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
