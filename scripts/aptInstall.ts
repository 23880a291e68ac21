import { existsSync } from 'node:fs';

import { run } from './run.ts';

/** Whether a missing package fails the run: in CI, and for root, who could have installed it. */
export function isNeeded(
  { CI = 'false' }: Readonly<Record<string, string | undefined>> = process.env,
  uid = process.getuid?.(),
): boolean {
  return CI !== 'false' || (uid === 0 && existsSync('/usr/bin/apt-get'));
}

/** Installs Debian packages if no password is needed; the caller checks the result. */
export async function aptInstall(...packages: readonly string[]): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) return;
  const [program = '', ...asRoot] =
    process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '--non-interactive', 'apt-get'];
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 10 * 60_000 };
  console.log(`Installing ${packages.join(', ')} by ${program}`);
  await run(program, [...asRoot, '--quiet', 'update'], options);
  const install = ['--quiet', 'install', '--yes', '--no-install-recommends', ...packages];
  await run(program, [...asRoot, ...install], options);
}
