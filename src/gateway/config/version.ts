import { readFileSync } from 'node:fs';

import * as z from 'zod/mini';

const manifest = z.object({ version: z.string() });

/** Version of this build, from package.json. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}
