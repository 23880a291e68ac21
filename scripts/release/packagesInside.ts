import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';
import * as z from 'zod/mini';

/** A dot file, so that it is never served. */
const listFile = '.packages.json';

/** Writes the packages that a build contains into its folder, by their paths in the lockfile. */
export function packagesInside(): Plugin {
  return {
    name: 'packages-inside',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const packages = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap(packageOf)));
      const source = JSON.stringify([...packages].toSorted());
      this.emitFile({ type: 'asset', fileName: listFile, source });
    },
  };
}

/** @param id of a module, which may begin with a NUL and end with a query */
function packageOf(id: string): string[] {
  const path = /(?<=^|[\\/])(?:node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/])+/.exec(id)?.[0];
  return path === undefined ? [] : [path.replaceAll('\\', '/').slice(0, -1)];
}

const list = z.array(z.string());

/**
 * The packages in all builds below a folder.
 *
 * @throws {Error} if there is no list of them
 */
export function listedPackages(folder: string): readonly string[] {
  const lists = globSync(
    ['', '.*/'].map((part) => `${part}${listFile}`),
    { cwd: folder },
  );
  if (lists.length === 0) throw new Error(`${folder} has no list of its packages: build it again`);
  return lists.flatMap((file) => list.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}
