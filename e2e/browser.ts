import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

/** Where Debian's package puts it. */
const systemChromium = '/usr/bin/chromium';

/**
 * The browser that is there: the one that `CHROMIUM_PATH` names, else Playwright's own, else the system's.
 *
 * @returns undefined when there is none; what `CHROMIUM_PATH` names is not looked for
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH ?? '';
  if (named !== '') return named;
  return [chromium.executablePath(), systemChromium].find((path) => existsSync(path));
}
