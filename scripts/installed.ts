import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import { root } from './run.ts';

const dependencies = z.optional(z.record(z.string(), z.string()));
const manifest = z.object({ dependencies, devDependencies: dependencies });
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), optionalDependencies: dependencies }),
  ),
});
const lockedManifest = z.object({ packages: z.object({ '': manifest }) });

function read(file: string): unknown {
  return JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
}

/** A message if this is not the Node version in package.json, because the installed Node may be too old. */
export function wrongNode(): string | undefined {
  const wanted = manifest.parse(read('package.json')).devDependencies?.node;
  if (wanted === process.versions.node) return undefined;
  return `This is Node ${process.versions.node}, not ${wanted ?? '?'}: start it with npm, after npm ci`;
}

/**
 * A message if npm has no `npm sbom`, which makes the list of a release's components.
 *
 * @param agent what npm says about itself to the scripts that it runs
 */
export function oldNpm(agent = process.env.npm_config_user_agent): string | undefined {
  const [, version, major, minor] = /^npm\/((\d+)\.(\d+)\S*)/.exec(agent ?? '') ?? [];
  // It came with 10.2 and 9.9.
  const least = { 10: 2, 9: 9 }[Number(major)] ?? (Number(major) > 10 ? 0 : Infinity);
  if (version === undefined || Number(minor) >= least) return undefined;
  return `This is npm ${version}: install npm 10.2 or newer, for example with npm install --global npm`;
}

/** A message if the lockfile does not match package.json or the installed packages. */
export function lockfileDrift(): string | undefined {
  return findDrift(
    read('package.json'),
    read('package-lock.json'),
    read('node_modules/.package-lock.json'),
  );
}

/**
 * @param wanted package.json
 * @param lock package-lock.json
 * @param installed npm's own lockfile inside `node_modules`
 */
export function findDrift(wanted: unknown, lock: unknown, installed: unknown): string | undefined {
  const locked = lockedManifest.parse(lock).packages[''];
  if (!isDeepStrictEqual(locked, manifest.parse(wanted))) {
    return 'package-lock.json does not match package.json: run npm install';
  }
  const { packages } = lockfile.parse(lock);
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const unnamed = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .find((name) => !names.has(name));
  if (unnamed !== undefined) {
    return `package-lock.json lacks ${unnamed} for another platform: npm ci would refuse it`;
  }
  const changed = Object.entries(lockfile.parse(installed).packages).find(
    ([name, { version }]) => packages[name]?.version !== version,
  );
  return changed && `${changed[0]} does not match package-lock.json: run npm ci`;
}
