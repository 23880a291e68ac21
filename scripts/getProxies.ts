import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { root, run } from './run.ts';

/** The reverse proxies with samples in docs/proxies, by program and package name. */
export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const;
export type ProxyName = (typeof proxyNames)[number];
/**
 * Apache has no sample, but docs/operations.md shows how to make it forward paths unchanged. `systemd-analyze` checks
 * the unit in deploy.
 */
const programs = [...proxyNames, 'apache2', 'systemd-analyze'] as const;
type ProgramName = (typeof programs)[number];

/** The name of a program's package, if it differs. */
const packages: Partial<Record<ProgramName, string>> = { 'systemd-analyze': 'systemd' };

/** A program that can be run. */
export interface ProxyProgram {
  readonly path: string;
  /** The environment in which it finds its libraries. */
  readonly env: Readonly<Record<string, string>>;
}

const versionOption: Record<ProgramName, string> = {
  nginx: '-v',
  caddy: 'version',
  haproxy: '-v',
  apache2: '-v',
  'systemd-analyze': '--version',
};

/** Packages are unpacked here instead of installed, because installing a package would start a server. */
const folder = join(root, 'node_modules/.cache/proxies');

/** The installed program, or the program that `getProxies` downloaded. */
export function findProgram(name: ProgramName): ProxyProgram | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const fetched = ['usr/sbin', 'usr/bin'].map((path) => join(folder, 'root', path));
  const libraries = globSync(join(folder, 'root/{,usr/}lib/*-linux-gnu*{,/systemd}')).join(
    delimiter,
  );
  for (const path of [...folders, ...fetched].map((from) => join(from, name))) {
    if (!existsSync(path)) continue;
    const env = path.startsWith(folder) ? { LD_LIBRARY_PATH: libraries } : {};
    if (versionOf(name, { path, env }) !== undefined) return { path, env };
  }
  return undefined;
}

function versionOf(name: ProgramName, { path, env }: ProxyProgram): string | undefined {
  try {
    const options = { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } } as const;
    return execFileSync(path, [versionOption[name]], options).split('\n')[0] ?? '';
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that the reverse proxies and systemd's own check are available: installed, or downloaded from Debian
 * without installing them.
 *
 * @returns the unavailable programs
 */
export async function getProxies(): Promise<readonly ProgramName[]> {
  const missing = () => programs.filter((name) => findProgram(name) === undefined);
  if (missing().length > 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Not on this machine: ${missing().join(', ')}; unpacked in ${folder}`);
    await fetchPackages(missing());
  }
  for (const name of programs) {
    console.log(`${name}: ${findProgram(name)?.path ?? 'none'}`);
  }
  return missing();
}

async function fetchPackages(names: readonly ProgramName[]): Promise<void> {
  for (const path of ['lists/partial', 'archives/partial', 'root']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  // Separate folders, so that the system stays unchanged and root is not needed.
  const options = [
    `Dir::State::lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const install = [
    'install',
    '--download-only',
    '--yes',
    '--no-install-recommends',
    ...names.map((name) => packages[name] ?? name),
  ];
  await run('apt-get', [...options, '--quiet', 'update'], { timeoutMs: 5 * 60_000 });
  await run('apt-get', [...options, '--quiet', ...install], { timeoutMs: 10 * 60_000 });
  for (const file of globSync(join(folder, 'archives/*.deb'))) {
    // oxlint-disable-next-line no-await-in-loop -- all of them are unpacked into one folder
    await run('dpkg-deb', ['--extract', file, join(folder, 'root')]);
  }
}
