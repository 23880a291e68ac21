import { type EngineName, engineNames } from '../e2e/engines/engine.ts';
import { isInstalled } from '../e2e/engines/findEngines.ts';
import { aptInstall } from './aptInstall.ts';

/** Debian's packages of the engines beside Chromium, which `getBrowser` gets. */
const packages: Partial<Record<EngineName, readonly string[]>> = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'xvfb'],
};

/**
 * Makes sure, where that is possible, that the stories run in all engines. An engine that is missing is no
 * failure, but the run has to say so.
 *
 * @returns a sentence for each engine that is not on this machine
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
        `Not tested here: ${name}, which is not installed, or is no more than a stub (Debian has it as ${packages[name]?.join(', ')}).`,
    );
}
