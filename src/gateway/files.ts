import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

/** In a checkout, Node runs the sources; in a release, it runs their bundle, in the archive's `gateway` folder. */
export const isCheckout = import.meta.filename.endsWith('.ts');

const root = join(import.meta.dirname, isCheckout ? '../..' : '..');

/** Everything that the gateway finds by its location in the checkout or in the release. */
export const files = {
  /** The built console. */
  dist: join(root, 'dist'),
  /** Has this program's version. */
  manifest: join(root, 'package.json'),
  /** The names of the sandbox's invented device models. */
  sandboxNames: join(root, isCheckout ? 'src/sandbox/tacNames.csv' : 'gateway/tacNames.csv'),
  /** The thread that reads from SQLite. */
  sqliteWorker: isCheckout
    ? new URL('./db/sqliteWorker.ts', import.meta.url)
    : new URL('./sqliteWorker.mjs', import.meta.url),
};

const manifest = z.object({ version: z.string() });

/** This program's version, from package.json. */
export function readVersion(): string {
  return manifest.parse(JSON.parse(readFileSync(files.manifest, 'utf8'))).version;
}
