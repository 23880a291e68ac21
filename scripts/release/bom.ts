import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { root } from '../run.ts';
import type { Manifest } from './bundleGateway.ts';

/** The parts of a CycloneDX document that this file reads or changes; the rest is kept as it is. */
const bomSchema = z.looseObject({
  bomFormat: z.string(),
  specVersion: z.string(),
  serialNumber: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
});

const projectSchema = z.looseObject({ devDependencies: z.optional(z.unknown()) });
const lockfileSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string(),
      dev: z.optional(z.boolean()),
      devDependencies: z.optional(z.unknown()),
    }),
  ),
});
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const readLockfile = () => lockfileSchema.parse(readJson('package-lock.json'));

/**
 * A package's name and version.
 *
 * @param path in the lockfile, such as `node_modules/react`
 */
export function packageReference(path: string): string {
  const { packages } = readLockfile();
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const { version } = packages[path] ?? {};
  if (version === undefined) throw new Error(`package-lock.json has no ${path}`);
  return `${name}@${version}`;
}

/**
 * The list of a release's components: the packages in `npm sbom` that the release contains. Nothing
 * in it depends on the machine or the time.
 *
 * @param given.packages their paths in the lockfile
 * @param given.archive whose digest the list contains
 * @throws {Error} if a package is installed for development only
 */
export function billOfMaterials(given: {
  readonly manifest: Manifest;
  readonly packages: readonly string[];
  readonly archive: Uint8Array;
}): string {
  const { name } = given.manifest;
  const { packages } = readLockfile();
  const forDevelopment = given.packages.filter((path) => packages[path]?.dev === true);
  if (forDevelopment.length > 0) {
    throw new Error(`These packages belong into "dependencies": ${forDevelopment.join(', ')}`);
  }
  const inside = new Set(given.packages.map(packageReference));
  const bom = npmSbom(name);
  const components = bom.components.filter((component) => inside.has(component['bom-ref']));
  if (components.length !== inside.size) throw new Error('npm sbom does not know all packages');
  const { component } = bom.metadata;
  const kept = new Set([component, ...components].map((part) => part['bom-ref']));
  const digest = createHash('sha256').update(given.archive).digest('hex');
  const content = {
    ...bom,
    serialNumber: '',
    metadata: {
      lifecycles: [{ phase: 'build' }],
      tools: [{ vendor: 'npm', name: 'cli' }],
      component: {
        ...component,
        type: 'application',
        hashes: [{ alg: 'SHA-256', content: digest }],
      },
    },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((other) => kept.has(other)),
      })),
  };
  const numbered = { ...content, serialNumber: serialNumber(content) };
  return `${JSON.stringify(numbered, null, 2)}\n`;
}

/**
 * What npm knows about the packages that the console needs at run time, without the tools. Its own `--omit dev` is not
 * used: it also omits what the tools need besides the console, for example React.
 *
 * @param name of the project; npm takes it from the folder
 */
function npmSbom(name: string) {
  const temporary = mkdtempSync(join(tmpdir(), 'sim-console-bom-'));
  const cwd = join(temporary, name);
  try {
    mkdirSync(cwd);
    const lockfile = readLockfile();
    const packages = Object.entries(lockfile.packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { devDependencies: _, ...kept }]) => [path, kept] as const);
    const { devDependencies: _, ...project } = projectSchema.parse(readJson('package.json'));
    const write = (file: string, content: unknown) =>
      writeFileSync(join(cwd, file), JSON.stringify(content));
    write('package.json', project);
    write('package-lock.json', { ...lockfile, packages: Object.fromEntries<unknown>(packages) });
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const text = execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return bomSchema.parse(JSON.parse(text));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** A version 8 UUID derived from the content, because npm's own is random. */
function serialNumber(content: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}
