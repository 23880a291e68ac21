import type { Page } from '@playwright/test';

import { median, printer } from '#testing/load/figures.ts';

import { apiPrefix } from '../../src/contract/session.ts';
import { button, openList } from './steps.ts';
import { heap } from './turnFigures.ts';
import { type FixturePage, startWorld } from './world.ts';

const print = printer('export');

/**
 * Prints the cost of exporting 20,000 Things as CSV in the production build: its time compared with only fetching the
 * same pages, six at a time (target: at most 1.5 times), the longest time that it blocks the page (target: 50 ms), and
 * the memory still in use afterwards.
 */
const things = 20_000;
const rounds = 5;
const mb = 1024 * 1024;

const world = await startWorld(things);
try {
  await measure(await openList(world, world.console, { isSlow: false }));
} finally {
  await world.close();
}

async function measure(opened: FixturePage): Promise<void> {
  const { page } = opened;
  const bare: number[] = [];
  const exported: number[] = [];
  const peaks: number[] = [];
  const blocks: number[] = [];
  await fetchAll(page);
  const before = await heap(opened);
  for (let round = 0; round < rounds; round++) {
    bare.push(await fetchAll(page));
    const run = await exportAll(opened);
    exported.push(run.ms);
    peaks.push(run.peak);
    blocks.push(run.longestBlock);
  }
  const after = await heap(opened);
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

async function exportAll({ page, devtools }: FixturePage) {
  await button(page, 'Export').click();
  const start = button(page, 'Start export');
  await start.waitFor();
  const longTasks = () => page.evaluate(() => window.bench.longTasks());
  const { length } = await longTasks();
  let peak = 0;
  const sample = async () => {
    peak = Math.max(peak, (await devtools.send('Runtime.getHeapUsage')).usedSize);
  };
  const sampling = setInterval(() => void sample().catch(() => {}), 250);
  const began = performance.now();
  await start.click();
  await page.getByText(/^Complete/).waitFor();
  const ms = performance.now() - began;
  clearInterval(sampling);
  const longestBlock = Math.max(0, ...(await longTasks()).slice(length));
  await button(page, 'Close').click();
  return { ms, peak, longestBlock };
}
