import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { findBrowser, wholeChromium } from '../e2e/browser.ts';
import { aptInstall } from './aptInstall.ts';
import { run } from './run.ts';

/** Both are named, because they have to be the same version. */
const debianChromium = ['chromium', 'chromium-headless-shell'];

/**
 * Makes sure that the tests have a browser: an installed browser, Playwright's own, or Debian's if that download fails.
 * Besides Debian's full browser, the lighter one is installed if possible.
 *
 * @returns false, after printing the reason, if none is available
 */
export async function getBrowser(): Promise<boolean> {
  const named = process.env.CHROMIUM_PATH ?? '';
  if (named !== '' && !existsSync(named)) {
    console.error(`CHROMIUM_PATH does not exist: ${named}`);
    return false;
  }
  if (named === '' && findBrowser() === wholeChromium) await aptInstall(...debianChromium);
  if (areFound()) return true;
  const attempts = [
    () => run('playwright', ['install', '--with-deps', 'chromium'], { timeoutMs: 10 * 60_000 }),
    () => aptInstall(...debianChromium),
  ];
  for (const attempt of attempts) {
    console.log('No browser found yet');
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await attempt();
    if (areFound()) return true;
  }
  console.error(
    'No browser found, and none could be installed. Install Chromium and set CHROMIUM_PATH to its program.',
  );
  return false;
}

/** Whether the full browser and the one that most tests use are installed and start. */
function areFound(): boolean {
  return [...new Set([findBrowser({ isWhole: true }), findBrowser()])].every(starts);
}

/** A download without its libraries does not. */
function starts(path: string | undefined): boolean {
  if (path === undefined) return false;
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    console.log(`Browser: ${version.trim()} (${path})`);
    return true;
  } catch {
    console.error(`This browser does not start: ${path}`);
    return false;
  }
}
