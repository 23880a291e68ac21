import type { CDPSession, Page } from '@playwright/test';

import { paths } from '../../src/paths.ts';
import { mailLine } from '../../src/testing/fixtures/mailLines.ts';
import { median, numberOf, print } from './figures.ts';
import { button, signIn } from './steps.ts';
import { startWorld, type FixturePage, type World } from './world.ts';

/**
 * Prints how long the built page is blocked while a long list is pasted into "Find many", on this computer: the
 * longest task from the click to the frame after the list was read. Needs a build.
 *
 * node e2e/bench/pasteBench.ts [--runs 5]
 */
const runs = numberOf('--runs', 5);

const many = 20_000;
const world = await startWorld(many);
try {
  const opened = await openFindMany(world);
  for (const [name, text] of Object.entries(mailLists(world))) {
    const longest: number[] = [];
    for (let run = 0; run < runs; run++) longest.push(await longestTask(opened, text));
    print([`longest task, ${name} pasted`, `${median(longest).toFixed(0)} ms`, 'below 50 ms']);
  }
  await opened.close();
} finally {
  await world.close();
}

function mailLists({ sandbox }: World): Readonly<Record<string, string>> {
  const lines = sandbox.state.things().slice(0, many).map(mailLine);
  return {
    '2,000 lines': lines.slice(0, 2_000).join('\r\n'),
    '20,000 lines': lines.join('\r\n'),
    'a line of 2 MB': lines.join(' ').repeat(5).slice(0, 2_000_000),
  };
}

async function openFindMany(bench: World): Promise<FixturePage> {
  const opened = await bench.openPage({ isSlow: false });
  const { page, settled } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${bench.console}${paths.signIn(paths.find())}`);
  await signIn(bench, page);
  await page.getByRole('heading', { name: 'Find many' }).waitFor();
  await settled();
  return opened;
}

async function longestTask(
  { page, devtools, settled }: FixturePage,
  text: string,
): Promise<number> {
  await page.evaluate(async (list) => navigator.clipboard.writeText(list), text);
  await page.getByRole('textbox', { name: 'Identifiers' }).focus();
  await settled();
  const tasks = await traced(devtools, async () => {
    await page.keyboard.press('ControlOrMeta+V');
    await untilRead(page);
    await settled();
  });
  await button(page, 'Clear').click();
  await settled();
  return Math.max(...tasks);
}

async function untilRead(page: Page) {
  await page.getByText(/^[\d,]+ identifiers/).waitFor();
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Durations of tasks on the page's thread during the action, in milliseconds. */
async function traced(devtools: CDPSession, act: () => Promise<void>): Promise<readonly number[]> {
  const events: object[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...value);
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await act();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const pages = events.filter((event) => isTraceEvent(event, 'thread_name') && isPage(event));
  return events.flatMap((event) => {
    const isTask = isTraceEvent(event, 'ThreadControllerImpl::RunTask');
    const isOfPage = isTask && pages.some((page) => threadOf(page) === threadOf(event));
    return isOfPage ? [Number(Reflect.get(event, 'dur') ?? 0) / 1_000] : [];
  });
}

function isTraceEvent(event: object, name: string): boolean {
  return Reflect.get(event, 'name') === name;
}

function isPage(event: object): boolean {
  return JSON.stringify(Reflect.get(event, 'args')).includes('CrRendererMain');
}

function threadOf(event: object): string {
  return `${Reflect.get(event, 'pid')} ${Reflect.get(event, 'tid')}`;
}
