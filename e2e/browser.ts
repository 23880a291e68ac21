import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

/** Debian's headless Chromium: the same engine, and a seventh less work for a full run. */
const lightChromium = '/usr/bin/chromium-headless-shell';

/** Debian's whole browser. */
export const wholeChromium = '/usr/bin/chromium';

/**
 * Finds a browser: `CHROMIUM_PATH`, or Playwright's own, or the system's.
 *
 * @param given.isWhole whether it needs what only a headed browser has: the back/forward cache, and pasting
 * @returns undefined if no browser is found; the existence of `CHROMIUM_PATH` is not checked
 */
export function findBrowser({ isWhole = false } = {}): string | undefined {
  const named = process.env.CHROMIUM_PATH ?? '';
  if (named !== '') return named;
  const known = [chromium.executablePath(), ...(isWhole ? [] : [lightChromium]), wholeChromium];
  return known.find((path) => existsSync(path));
}
