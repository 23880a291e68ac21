import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { findBrowser } from '../e2e/browser.ts';
import { chromiumArguments } from '../e2e/chromiumArguments.ts';
import { openPictures, textOf } from '../e2e/pictureScenes.ts';
import { root } from './run.ts';

/**
 * `npm run pictures`: takes the pictures in docs/pictures from the existing build. Next to each is its page's text,
 * with the picture's digest: e2e/pictures.e2e.ts fails if the page has changed since.
 */
const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });
const executablePath = findBrowser({ isWhole: true });
if (executablePath === undefined) throw new Error('There is no browser: run npm test once');
const browser = await chromium.launch({
  executablePath,
  args: chromiumArguments,
  // Chromium's sandbox does not work for root.
  chromiumSandbox: process.getuid?.() !== 0,
});
await openPictures(browser, async (name, page) => {
  const picture = await page.screenshot({
    path: join(folder, `${name}.png`),
    animations: 'disabled',
  });
  const digest = createHash('sha256').update(picture).digest('hex');
  writeFileSync(join(folder, `${name}.txt`), `${digest}\n${await textOf(page)}\n`);
  console.log(`docs/pictures/${name}.png: ${Math.round(picture.length / 1024)} KiB`);
});
await browser.close();
