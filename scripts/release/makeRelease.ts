import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from '../run.ts';
import { billOfMaterials } from './bom.ts';
import { bundleGateway, type Manifest, readManifest } from './bundleGateway.ts';
import { licenseTexts } from './licenses.ts';
import { listedPackages } from './packagesInside.ts';
import { type ArchiveFile, tar } from './tar.ts';

/** Only a decision raises it (docs/decisions/037-an-archive-of-plain-javascript.md). */
const maxBytes = 6 * 1024 * 1024;

export interface Release {
  readonly archive: string;
  readonly bytes: number;
}

/**
 * Writes a release, its digest and the list of its components.
 *
 * @param outDir the folder for them
 * @param dist the folder of the built console
 * @throws {Error} if the archive is too large
 */
export async function makeRelease(outDir: string, dist = join(root, 'dist')): Promise<Release> {
  const manifest = readManifest();
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-release-'));
  try {
    await bundleGateway(folder, manifest);
    const gateway = join(folder, 'gateway');
    const packages = [...new Set([dist, gateway].flatMap(listedPackages))].toSorted();
    const files = [
      ...filesIn(folder),
      ...filesIn(dist, 'dist/'),
      // The systemd unit and its configuration, and the documents.
      ...filesIn(join(root, 'deploy'), 'deploy/'),
      ...filesIn(join(root, 'docs'), 'docs/').filter(({ path }) => !path.includes('/pictures/')),
      ...describe(manifest, packages),
    ];
    const name = `${manifest.name}-${manifest.version}`;
    const inFolder = files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
    const archive = gzip(tar(inFolder, Date.parse(manifest.releaseDate)));
    if (archive.byteLength > maxBytes) {
      throw new Error(`The archive has ${archive.byteLength} bytes, more than ${maxBytes}`);
    }
    mkdirSync(outDir, { recursive: true });
    const path = join(outDir, `${name}.tar.gz`);
    const digest = createHash('sha256').update(archive).digest('hex');
    writeFileSync(path, archive);
    writeFileSync(`${path}.sha256`, `${digest}  ${basename(path)}\n`);
    writeFileSync(
      join(outDir, `${name}.cdx.json`),
      billOfMaterials({ manifest, packages, archive }),
    );
    return { archive: path, bytes: archive.byteLength };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Also those in dot folders, but not the lists that only this program reads. */
function filesIn(folder: string, prefix = ''): ArchiveFile[] {
  return globSync(['**/*', '.*/**/*'], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: prefix + file.slice(folder.length + 1).replaceAll('\\', '/'),
      content: readFileSync(file),
    }))
    .filter(({ path }) => !/(?:^|\/)\.(?:vite\/|packages\.json$)/.test(path));
}

function describe(manifest: Manifest, packages: readonly string[]): ArchiveFile[] {
  const texts = {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.txt': readme(manifest),
    'LICENSES.txt': licenseTexts(packages),
    'CHANGELOG.md': readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  };
  return Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) }));
}

function readme({ version, license, engines, description }: Manifest): string {
  return `SIM Console ${version}
${description}.

It needs Node ${engines.node.replace('>=', '')} or newer, and nothing else. "node sim-console.mjs" serves the console on http://localhost:8080,
and "node sim-console.mjs --help" lists the commands and the configuration. docs/operations.md explains how to run it.

License: ${license}. The licenses of the bundled packages are in LICENSES.txt.
`;
}

/** The header has no time, and names no operating system. */
function gzip(content: Uint8Array): Buffer {
  const compressed = gzipSync(content, { level: 9 });
  compressed[9] = 255;
  return compressed;
}
