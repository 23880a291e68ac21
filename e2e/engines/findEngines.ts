import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

import { findBrowser } from '../browser.ts';
import type { EngineName } from './engine.ts';
import type { WebKitPrograms } from './webkit.ts';

const existing = (...paths: readonly string[]) => paths.find((path) => existsSync(path));

/** Where packages install Firefox. The second may be a stub that only explains how to install a snap (Ubuntu). */
const firefoxPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The first program whose reported version is Firefox's. */
export function firstFirefox(paths: readonly string[], timeoutMs = 10_000): string | undefined {
  return paths
    .filter((path) => existsSync(path))
    .find((path) => {
      const options = { encoding: 'utf8', timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
      const { status, stdout } = spawnSync(path, ['--version'], options);
      return status === 0 && /\bFirefox \d/.test(stdout);
    });
}

/**
 * `FIREFOX_PATH`, which is not checked, or an installed Firefox, whose path is then stored there so that Playwright's
 * workers find the same program without checking again.
 */
export function findFirefox(): string | undefined {
  const named = process.env.FIREFOX_PATH ?? '';
  if (named !== '') return named;
  const found = firstFirefox(firefoxPaths);
  if (found !== undefined) process.env.FIREFOX_PATH = found;
  return found;
}

/** WebKitGTK's driver and browser, and the headless X server; undefined if any is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = existing('/usr/bin/WebKitWebDriver');
  const browser = globSync('/usr/lib/{*,}/webkit2gtk-4.1/MiniBrowser')[0];
  const screen = existing('/usr/bin/Xvfb');
  if (driver === undefined || browser === undefined || screen === undefined) return undefined;
  return { driver, browser, screen };
}

/** Whether stories can run in an engine on this machine. */
export const isInstalled: Record<EngineName, () => boolean> = {
  Chromium: () => findBrowser({ isWhole: true }) !== undefined,
  Firefox: () => findFirefox() !== undefined,
  WebKit: () => findWebKit() !== undefined,
};
