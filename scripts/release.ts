import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { makeRelease } from './release/makeRelease.ts';
import { root, run } from './run.ts';

/**
 * `npm run release`: builds the console, and writes the archive for operators into `release`, with its digest and the
 * list of its components. `--built` uses the existing build, `--out` writes into another folder.
 */
const { values } = parseArgs({ options: { built: { type: 'boolean' }, out: { type: 'string' } } });

// Bundles differ depending on the environment's NODE_ENV.
process.env.NODE_ENV = 'production';
const isBuilt = values.built === true || (await run('npm', ['run', '--silent', 'build'])) === 0;
if (!isBuilt) process.exit(1);
const { archive, bytes } = await makeRelease(resolve(root, values.out ?? 'release'));
console.log(`${relative(root, archive)}: ${(bytes / 1024 / 1024).toFixed(2)} MiB`);
