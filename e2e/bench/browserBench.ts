import type { Page } from '@playwright/test';

import { paths } from '../../src/paths.ts';
import { signInFigures } from './signInFigures.ts';
import { startWorld, type BenchPage, type World } from './world.ts';

/**
 * Prints how fast the built console is in a real browser on a slow computer and connection, compared with a
 * hand-written page that shows the same rows from the same answers. Each run is paired with the other page's
 * run just before it, because the speed of a machine varies. Shows medians, and the quartiles in brackets.
 *
 *     node e2e/bench/browserBench.ts [--runs 7] [--turns 100] [--sign-in]
 */
const runs = numberOf('--runs', 7);
const turns = numberOf('--turns', 100);
const list = paths.things('size=50');

type Times = Record<'opened' | 'signIn' | 'reload' | 'filter' | 'sort' | 'next', number>;

const aims: readonly (readonly [key: keyof Times, name: string, aim?: string])[] = [
  ['opened', 'sign-in page opened, filled at once, first row', 'at most 2'],
  ['signIn', '"Sign in" pressed to first row', 'at most 2'],
  ['reload', 'reload to first row', 'at most 2'],
  ['filter', 'filter applied to its rows', 'at most 1.5'],
  ['sort', 'sort pressed to its rows', 'at most 1.5'],
  ['next', 'next page'],
];

const world = await startWorld(50 * (turns + 2));
try {
  await figures(world);
} finally {
  await world.close();
}

async function figures({ console: origin, byHand }: World) {
  for (const row of await signInFigures(world, runs)) print(...row);
  if (process.argv.includes('--sign-in')) return;
  const ours: Times[] = [];
  const theirs: Times[] = [];
  for (let run = 0; run < runs; run++) {
    theirs.push(await story(byHand));
    ours.push(await story(origin));
  }
  for (const [key, name, aim] of aims) {
    const a = ours.map((times) => times[key]);
    const b = theirs.map((times) => times[key]);
    const ratios = a.map((own, run) => own / (b[run] ?? Number.NaN));
    const [low, middle, high] = [1 / 4, 1 / 2, 3 / 4].map((part) =>
      quantile(ratios, part).toFixed(2),
    );
    const beside = `${ms(median(a))} beside ${ms(median(b))}`;
    print(name, `${beside}: ${middle} times (${low}–${high})`, aim);
  }
  await firstRows(origin);
  await nextPages(origin);
  await callsAndHandlers(origin);
  await memory(origin);
}

/** One user's way through the list, starting with an empty cache. */
async function story(origin: string): Promise<Times> {
  const { page, settled, close } = await world.openPage();
  await page.goto(`${origin}${paths.signIn(list)}`);
  const openedAt = await page.evaluate(() => performance.timeOrigin);
  await signIn(page);
  const opened = (await firstRowAt(page)) - openedAt;
  await settled();

  await page.context().clearCookies();
  await page.goto(`${origin}${paths.signIn(list)}`);
  await settled();
  const signedIn = await timed(page, async () => signIn(page));
  await settled();

  await page.goto(`${origin}${list}`);
  await settled();
  // Browsers cache compiled code from the second use on, as a user's browser would have done.
  await page.reload();
  await settled();
  await page.reload();
  const reload = await page.evaluate(async () => window.bench.firstRow);
  await settled();

  const next = await timed(page, async () => button(page, 'Next page').click());
  await settled();
  const sort = await timed(page, async () =>
    page.getByRole('columnheader', { name: 'Thing name' }).getByRole('button').first().click(),
  );
  await settled();
  const field = page.getByLabel('Thing Group', { exact: true }).first();
  await field.fill('Scooter Sharing');
  const filter = await timed(page, async () => field.press('Enter'));
  await close();
  return { opened, signIn: signedIn, reload, filter, sort, next };
}

/** How much there is in the page, and how much script came, in the frame with the first rows. */
async function firstRows(origin: string) {
  const { page, settled, close } = await openList(origin);
  await settled();
  await page.goto(`${origin}${list}`);
  const { elements, bytes } = await page.evaluate(async () => {
    await window.bench.firstRow;
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0);
    return {
      elements: document.querySelectorAll('*').length,
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  print('elements in the page at first rows', String(elements), 'at most 900');
  print('JavaScript until first rows', `${(bytes / 1000).toFixed(0)} kB`, 'at most 150');
  await close();
}

/** The next page without prefetching, as under Save-Data, and with it. */
async function nextPages(origin: string) {
  const measure = async (saveData: boolean) => {
    const times: number[] = [];
    const { page, settled, close } = await openList(origin, { saveData });
    for (let run = 0; run < runs; run++) {
      times.push(await timed(page, async () => button(page, 'Next page').click()));
      await settled();
    }
    await close();
    return median(times);
  };
  const onClick = await measure(true);
  const prefetched = await measure(false);
  print('next page prefetched', `${ms(prefetched)} beside ${ms(onClick)} on click`, 'faster');
}

/** The calls of each action, and the longest event handler. */
async function callsAndHandlers(origin: string) {
  const { page, settled, close } = await openList(origin);
  const counted: string[] = [];
  const count = async (name: string, act: () => Promise<void>) => {
    await settled();
    const before = listOffsets().length;
    await page.evaluate(() => window.bench.arm());
    await act();
    await page.evaluate(async () => window.bench.changed());
    await settled();
    const calls = listOffsets().slice(before);
    // The next page is prefetched, and not a result of the action.
    const current = Number(new URL(page.url()).searchParams.get('page') ?? 1) * 50;
    const prefetches = calls.filter((offset) => offset === current).length;
    counted.push(
      `${name} ${calls.length - prefetches}${prefetches > 0 ? ` (+${prefetches} prefetched)` : ''}`,
    );
  };
  const name = page.getByRole('columnheader', { name: 'Thing name' }).getByRole('button').first();
  const filter = page.getByLabel('Thing Group', { exact: true }).first();
  const find = page.getByRole('combobox', { name: 'Find a SIM' });
  const iccid = world.sandbox.state.things()[7]?.ExternalUniqueId ?? '';
  await count('sort', async () => name.click());
  await count('next', async () => button(page, 'Next page').click());
  await count('filter', async () => {
    await filter.pressSequentially('Scooter Sharing');
    await filter.press('Enter');
  });
  await count('clear', async () => button(page, 'Clear filters').click());
  await count('find', async () => {
    await find.pressSequentially(`ICCID: ${iccid}`);
    await find.press('Enter');
  });
  print('API calls per action', counted.join(', '), '1');

  const handlers = await page.evaluate(() => window.bench.handlers());
  const longest = handlers.toSorted((a, b) => b.ms - a.ms)[0];
  print('longest event handler', longest ? `${ms(longest.ms)} (${longest.name})` : 'none', '50 ms');
  const tasks = await page.evaluate(() => window.bench.longTasks());
  print('longest task of any kind', ms(Math.max(0, ...tasks)));
  await close();
}

async function memory(origin: string) {
  const opened = await openList(origin);
  // The last part that loads automatically would count as growth.
  await opened.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('SignInAgain')),
  );
  await opened.settled();
  const turn = async (times: number) => {
    for (let i = 0; i < times; i++) {
      await timed(opened.page, async () => button(opened.page, 'Next page').click());
    }
    return heap(opened);
  };
  const early = await turn(10);
  const late = await turn(turns - 10);
  const growth = ((late / early - 1) * 100).toFixed(1);
  print(
    `heap after 10 and ${turns} page turns`,
    `${megabytes(early)}, ${megabytes(late)}: ${growth} % more`,
    'within 10 %',
  );
  await opened.close();
}

async function openList(origin: string, options?: { saveData?: boolean }): Promise<BenchPage> {
  const opened = await world.openPage(options);
  await opened.page.goto(`${origin}${paths.signIn(list)}`);
  await signIn(opened.page);
  await firstRowAt(opened.page);
  await opened.settled();
  return opened;
}

async function signIn(page: Page) {
  const [user] = world.sandbox.users;
  await page.getByLabel('Username').fill(user?.username ?? '');
  await page.getByLabel('Password').fill(user?.password ?? '');
  await button(page, 'Sign in').click();
}

/** In milliseconds since the epoch: a form that is sent before its script has loaded leads to another document. */
async function firstRowAt(page: Page): Promise<number> {
  await page.getByRole('table', { name: 'Things' }).waitFor();
  return page.evaluate(async () => performance.timeOrigin + (await window.bench.firstRow));
}

/** Milliseconds from pressing a button to the frame with its rows. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => window.bench.arm());
  await act();
  return page.evaluate(async () => window.bench.changed());
}

function listOffsets(): readonly number[] {
  return world.sandbox.state
    .requests()
    .filter(({ route }) => route === 'GET /things')
    .map(({ query }) => Number(query.offset));
}

async function heap({ devtools }: BenchPage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function median(values: readonly number[]): number {
  return quantile(values, 1 / 2);
}

/** @param part the share of values below the result, from 0 to 1 */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function numberOf(flag: string, usual: number): number {
  const place = process.argv.indexOf(flag);
  return place === -1 ? usual : Number(process.argv[place + 1]);
}

function print(name: string, figure: string, aim?: string): void {
  const suffix = aim === undefined ? '' : ` (aim: ${aim})`;
  process.stdout.write(`browser  ${name.padEnd(46)} ${figure}${suffix}\n`);
}
