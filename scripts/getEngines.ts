import { type EngineName, engineNames } from '../e2e/engines/engine.ts';
import { isInstalled } from '../e2e/engines/findEngines.ts';
import { aptInstall } from './aptInstall.ts';

/** Debian's packages of the engines, except Chromium, which `getBrowser` installs. */
const packages: Partial<Record<EngineName, readonly string[]>> = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'xvfb'],
};

/**
 * Makes sure, if possible, that the stories run in all engines. A missing engine is always reported, but fails the run
 * only if it could have been installed.
 *
 * @returns a sentence for each engine missing on this machine
 */
export async function getEngines(): Promise<readonly string[]> {
  const missing = () => engineNames.filter((name) => !isInstalled[name]());
  for (const name of missing()) {
    // oxlint-disable-next-line no-await-in-loop -- apt has one lock
    await aptInstall(...(packages[name] ?? []));
  }
  return missing()
    .filter((name) => name !== 'Chromium')
    .map(
      (name) =>
        `Not tested here: ${name}, which is not installed or only a stub (Debian packages: ${packages[name]?.join(', ')}).`,
    );
}
