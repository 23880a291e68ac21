import { defineConfig } from '@playwright/test';

import { findBrowser } from './browser.ts';
import { chromiumArguments } from './chromiumArguments.ts';
import { engineNames } from './engines/engine.ts';
import { isInstalled } from './engines/findEngines.ts';
import type { EngineOptions } from './engines/fixtures.ts';

/** How Chromium starts: most tests leave out what only a headed browser has. */
function chromiumOptions(executablePath: string | undefined) {
  return {
    ...(executablePath !== undefined && { executablePath }),
    // Chromium's sandbox does not work for root, the usual user in containers.
    chromiumSandbox: process.getuid?.() !== 0,
    args: chromiumArguments,
  };
}

/**
 * The tests of `npm run test:long`, by file or tag: tests that take minutes, such as those with several gateways or
 * many thousands of rows, and tests of behaviour that a story or component test covers, except for the browser's part.
 */
const isLong = /@long|\.long\.e2e\.ts/;

export default defineConfig<object, EngineOptions>({
  testDir: '.',
  outputDir: '../test-results/e2e',
  // Playwright would compile the build, and copies of it, again in each worker.
  build: { external: ['**/*.mjs'] },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // For a machine that is ten times as busy as usual; nothing is asserted about elapsed time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // The test command sets the path of the JSON report in the environment.
  reporter: [['list'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : [])],
  projects: [
    { name: 'console', testMatch: '*.e2e.ts', testIgnore: '**/e2e/engines/**', grepInvert: isLong },
    { name: 'long', testMatch: '*.e2e.ts', testIgnore: '**/e2e/engines/**', grep: isLong },
    // The same stories in every engine installed on this machine, in the browsers that users have.
    ...engineNames
      .filter((name) => isInstalled[name]())
      .map((name) => ({
        name,
        testMatch: '**/e2e/engines/*.e2e.ts',
        use: {
          engineName: name,
          launchOptions: chromiumOptions(findBrowser({ isWhole: true })),
        },
      })),
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions(findBrowser()),
  },
});
