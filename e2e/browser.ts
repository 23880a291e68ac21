import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

/** The browser's path in Debian's package. */
const systemChromium = '/usr/bin/chromium';

/**
 * Finds a browser: `CHROMIUM_PATH`, or Playwright's own, or the system's.
 *
 * @returns undefined if no browser is found; the existence of `CHROMIUM_PATH` is not checked
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH ?? '';
  if (named !== '') return named;
  return [chromium.executablePath(), systemChromium].find((path) => existsSync(path));
}
