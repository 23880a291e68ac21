import { chromium, type CDPSession, type Page } from '@playwright/test';

import { median, printer } from '#testing/load/figures.ts';

import { apiPrefix } from '../../src/contract/session.ts';
import { readConfig } from '../../src/gateway/ops/config.ts';
import { startGateway } from '../../src/gateway/server.ts';
import { paths } from '../../src/paths.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { findBrowser } from '../browser.ts';

const print = printer('export');

/**
 * Prints the cost of exporting 20,000 Things as CSV in the production build: its time compared with only fetching the
 * same pages, six at a time (target: at most 1.5 times), the longest time that it blocks the page (target: 50 ms), and
 * the memory still in use afterwards.
 */
const things = 20_000;
const rounds = 5;
const mb = 1024 * 1024;

const sandbox = createSandbox({ things });
const gateway = await startGateway({
  config: readConfig({ PORT: '0' }),
  upstream: sandbox.fetch,
});
const executablePath = findBrowser({ isWhole: true });
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const page = await browser.newPage({ baseURL: gateway.origin });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await signIn(page);
  await measure(page, devTools);
} finally {
  await browser.close();
  await gateway.close();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(paths.signIn());
  await page.getByLabel('Username').fill('writer');
  await page.getByLabel('Password').fill('sandbox-writer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('table', { name: 'Things' }).waitFor();
}

async function measure(page: Page, devTools: CDPSession): Promise<void> {
  const bare: number[] = [];
  const exported: number[] = [];
  const peaks: number[] = [];
  const blocks: number[] = [];
  await fetchAll(page);
  const before = await heapAfterCollecting(devTools);
  for (let round = 0; round < rounds; round++) {
    bare.push(await fetchAll(page));
    const run = await exportAll(page, devTools);
    exported.push(run.ms);
    peaks.push(run.peak);
    blocks.push(run.longestBlock);
  }
  const after = await heapAfterCollecting(devTools);
  // Each export is compared with the plain fetch just before it, because the speed of a machine varies.
  const ratios = exported.map((ms, round) => ms / (bare[round] ?? Number.NaN));
  print('fetch all pages with plain fetch, six at a time', median(bare) / 1_000, 's');
  print(`CSV of ${things} Things`, median(exported) / 1_000, 's');
  print('times the plain fetch (target: 1.5 at most)', median(ratios), '');
  print('longest block of the page (target: 50)', Math.max(...blocks), 'ms');
  print('JavaScript heap before', before / mb, 'MB');
  print('highest during an export', Math.max(...peaks) / mb, 'MB');
  print(`after ${rounds} exports`, after / mb, 'MB');
}

/** Milliseconds to fetch all pages up to the first short page, six at a time. */
function fetchAll(page: Page): Promise<number> {
  return page.evaluate(async (prefix) => {
    const start = performance.now();
    let offset = 0;
    let isEnd = false;
    const lane = async () => {
      while (!isEnd) {
        const query = `sortBy%5BThingName%5D=ASC&limit=50&offset=${offset}`;
        offset += 50;
        const answer = await fetch(`${prefix}/things?${query}`, {
          headers: { 'x-sim-console': '1' },
        });
        if ((await answer.text()).length < 10) isEnd = true;
      }
    };
    await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()]);
    return performance.now() - start;
  }, apiPrefix);
}

async function exportAll(page: Page, devTools: CDPSession) {
  await page.getByRole('button', { name: 'Export' }).click();
  const start = page.getByRole('button', { name: 'Start export' });
  await start.waitFor();
  await page.evaluate(() => {
    Reflect.set(window, 'longestBlock', 0);
    new PerformanceObserver((list) => {
      const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
      const before = Number(Reflect.get(window, 'longestBlock'));
      Reflect.set(window, 'longestBlock', Math.max(before, longest));
    }).observe({ type: 'longtask' });
  });
  let peak = 0;
  const sample = async () => {
    peak = Math.max(peak, await heap(devTools));
  };
  const sampling = setInterval(() => {
    void sample();
  }, 250);
  const began = performance.now();
  await start.click();
  await page.getByText(/^Complete/).waitFor();
  const ms = performance.now() - began;
  clearInterval(sampling);
  const longestBlock = await page.evaluate(() => Number(Reflect.get(window, 'longestBlock')));
  await page.getByRole('button', { name: 'Close' }).click();
  return { ms, peak, longestBlock };
}

async function heap(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

async function heapAfterCollecting(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  return heap(devTools);
}
