import { existsSync, globSync } from 'node:fs';

import { findBrowser } from '../browser.ts';
import type { EngineName } from './engine.ts';
import type { WebKitPrograms } from './webkit.ts';

const existing = (...paths: readonly string[]) => paths.find((path) => existsSync(path));

/** `FIREFOX_PATH`, whose existence is not checked, or an installed Firefox. */
export function findFirefox(): string | undefined {
  const named = process.env.FIREFOX_PATH ?? '';
  return named === '' ? existing('/usr/bin/firefox-esr', '/usr/bin/firefox') : named;
}

/** WebKitGTK's driver and browser, and the X server without a screen; undefined if any is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = existing('/usr/bin/WebKitWebDriver');
  const browser = globSync('/usr/lib/{*,}/webkit2gtk-4.1/MiniBrowser')[0];
  const screen = existing('/usr/bin/Xvfb');
  if (driver === undefined || browser === undefined || screen === undefined) return undefined;
  return { driver, browser, screen };
}

/** Whether the stories can run in an engine on this machine. */
export const isInstalled: Record<EngineName, () => boolean> = {
  Chromium: () => findBrowser() !== undefined,
  Firefox: () => findFirefox() !== undefined,
  WebKit: () => findWebKit() !== undefined,
};
