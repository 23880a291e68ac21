import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { root, run } from './run.ts';

/** Only the schemas in OpenACR's package are needed, so its 44 dependencies are not installed. */
const version = '0.3.5';
const integrity =
  'MjtagpOr0AvwIfhTvH+D9RuXWxcyVFe4FkuNuk7rJjjjn6SXSqN5eIGSIR56zZ9djjpIt/ktuXnx5ixWARN+vw==';

const cache = join(root, 'node_modules/.cache');
const folder = join(cache, `openacr-${version}`);

/**
 * Provides OpenACR's schemas, unpacked from its package, which npm downloads and this script verifies.
 *
 * @returns the folder with them
 * @throws if they cannot be downloaded
 */
export async function getSchemas(): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const here = mkdtempSync(`${folder}-`);
  try {
    const schemas = await unpack(here);
    renameSync(schemas, folder);
  } catch (error) {
    // Another process may have created the folder first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(here, { recursive: true });
  }
  return folder;
}

/** @returns the folder with the package's schemas */
async function unpack(to: string): Promise<string> {
  const retries = ['--fetch-retries', '4', '--fetch-retry-mintimeout', '1000'];
  const pack = [
    'pack',
    ...retries,
    `@openacr/openacr@${version}`,
    '--silent',
    '--pack-destination',
    to,
  ];
  await run('npm', pack, { timeoutMs: 2 * 60_000 });
  const file = join(to, `openacr-openacr-${version}.tgz`);
  if (!existsSync(file))
    throw new Error('npm could not download the package with OpenACR’s schemas');
  if (createHash('sha512').update(readFileSync(file)).digest('base64') !== integrity) {
    throw new Error(`The package with OpenACR’s schemas does not match version ${version}`);
  }
  if ((await run('tar', ['-xzf', file, '-C', to, 'package/schema'])) !== 0) {
    throw new Error('OpenACR’s schemas cannot be unpacked');
  }
  return join(to, 'package/schema');
}
