import { join } from 'node:path';

import type { BrowserType } from '@playwright/test';

import { scriptedTab, viewport, type Engine } from './engine.ts';

/** Chromium with Playwright, with the launch options of e2e/playwright.config.ts. */
export async function startChromium(chromium: BrowserType, downloads: string): Promise<Engine> {
  const browser = await chromium.launch();
  return {
    version: browser.version(),
    downloads,
    async open() {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        // The error responses that a story provokes; the text contains only the status.
        if (!isComplaint || message.text().startsWith('Failed to load resource')) return;
        complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('download', (download) => {
        void download.saveAs(join(downloads, download.suggestedFilename()));
      });
      return {
        ...scriptedTab(page),
        press: (key, { control = false } = {}) =>
          page.keyboard.press(control ? `Control+${key}` : key),
        clearCookies: () => context.clearCookies(),
        resize: (width, height) => page.setViewportSize({ width, height }),
        screenshot: () => page.screenshot(),
        complaints: () => complaints,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
