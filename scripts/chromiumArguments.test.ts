import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { offInPlaywright } from '../e2e/chromiumArguments.ts';
import { root } from './run.ts';

test('the browser tests switch off the same Chromium features as Playwright', () => {
  const source = readFileSync(`${root}/node_modules/playwright-core/lib/coreBundle.js`, 'utf8');
  const [, list = ''] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(source) ?? [];
  const features = list.matchAll(/^\s*"(\w+)"/gm).map(([, feature]) => feature);
  expect([...features].toSorted()).toEqual(offInPlaywright.toSorted());
});
