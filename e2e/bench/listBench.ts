import { median, numberOf, print } from './figures.ts';
import { button, openList, sortButton, timed } from './steps.ts';
import { startWorld, type World } from './world.ts';

/**
 * Prints what the built list requests from the service and does in the browser, on a slow computer and connection: the
 * calls per click, the longest task, and the time that prefetching saves.
 *
 * node e2e/bench/listBench.ts [--runs 7]
 */
const runs = numberOf('--runs', 7);

const world = await startWorld(5_000);
try {
  await nextPages(world);
  await callsAndTasks(world);
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
    // Prefetching the next page is not a result of the click.
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

function listOffsets({ sandbox }: World): readonly number[] {
  return sandbox.state
    .requests()
    .filter(({ route }) => route === 'GET /things')
    .map(({ query }) => Number(query.offset));
}
