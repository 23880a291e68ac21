import puppeteer from 'puppeteer-core';

import { scriptedTab, viewport, type Engine } from './engine.ts';

/** Firefox over WebDriver BiDi (docs/decisions/026-engines-from-packages.md). */
export async function startFirefox(executablePath: string, downloads: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: viewport,
    env: { ...process.env, TZ: 'Europe/Berlin' },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB, en',
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
    },
  });
  return {
    version: (await browser.version()).replace('firefox/', ''),
    downloads,
    async open() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warn';
        if (isComplaint) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      return {
        ...scriptedTab(page),
        async press(key, { control = false } = {}) {
          if (control) await page.keyboard.down('Control');
          await page.keyboard.press(key);
          if (control) await page.keyboard.up('Control');
        },
        clearCookies: async () => context.deleteCookie(...(await context.cookies())),
        resize: (width, height) => page.setViewport({ width, height }),
        screenshot: async () => Buffer.from(await page.screenshot()),
        complaints: () => complaints,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
