import { median, numberOf, print } from './figures.ts';
import { button, openList, sortButton, timed } from './steps.ts';
import { startWorld, type FixturePage, type World } from './world.ts';

/**
 * Prints what the built list requests from the service and does in the browser, on a slow computer and connection: the
 * calls per click, the longest task, the time that prefetching saves, and whether memory grows with each turned page.
 *
 * node e2e/bench/listBench.ts [--runs 7] [--turns 100]
 */
const runs = numberOf('--runs', 7);
const turns = numberOf('--turns', 100);

const world = await startWorld(50 * (turns + 2));
try {
  await nextPages(world);
  await callsAndTasks(world);
  await memory(world);
} finally {
  await world.close();
}

/** The next page without prefetching, as with Save-Data, and with prefetching. */
async function nextPages({ console: origin }: World) {
  const measure = async (saveData: boolean) => {
    const times: number[] = [];
    const { page, settled, close } = await openList(world, origin, { saveData });
    for (let run = 0; run < runs; run++) {
      times.push(await timed(page, async () => button(page, 'Next page').click()));
      await settled();
    }
    await close();
    return `${median(times).toFixed(0)} ms`;
  };
  const onClick = await measure(true);
  print(['next page prefetched', `${await measure(false)} beside ${onClick} on click`, 'faster']);
}

/** The calls per click, and the longest task. */
async function callsAndTasks({ console: origin, sandbox }: World) {
  const { page, settled, close } = await openList(world, origin);
  const counted: string[] = [];
  const count = async (name: string, act: () => Promise<void>) => {
    await settled();
    const before = listOffsets(world).length;
    await timed(page, act);
    await settled();
    const calls = listOffsets(world).slice(before);
    // The next page is prefetched, which is not a result of the click.
    const current = Number(new URL(page.url()).searchParams.get('page') ?? 1) * 50;
    const prefetches = calls.filter((offset) => offset === current).length;
    counted.push(
      `${name} ${calls.length - prefetches}${prefetches > 0 ? ` (+${prefetches} prefetched)` : ''}`,
    );
  };
  const filter = page.getByLabel('Thing Group', { exact: true }).first();
  const find = page.getByRole('combobox', { name: 'Find a SIM' });
  const iccid = sandbox.state.things()[7]?.ExternalUniqueId ?? '';
  await count('sort', async () => sortButton(page).click());
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
  print(['API calls per click', counted.join(', '), '1']);
  const tasks = await page.evaluate(() => window.bench.longTasks());
  print(['longest task of any kind', `${Math.max(0, ...tasks).toFixed(0)} ms`]);
  await close();
}

async function memory({ console: origin }: World) {
  const opened = await openList(world, origin);
  // The last code that loads automatically would count as growth.
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
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  print([
    `heap after 10 and ${turns} page turns`,
    `${megabytes(early)}, ${megabytes(late)}: ${growth} % more`,
    'within 10 %',
  ]);
  await opened.close();
}

function listOffsets({ sandbox }: World): readonly number[] {
  return sandbox.state
    .requests()
    .filter(({ route }) => route === 'GET /things')
    .map(({ query }) => Number(query.offset));
}

async function heap({ devtools }: FixturePage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
