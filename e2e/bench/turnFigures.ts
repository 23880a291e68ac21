import { type Row, spread } from './figures.ts';
import { button, openList, timed } from './steps.ts';
import type { FixturePage, World } from './world.ts';

/** What turning a page costs the main thread, and what it leaves in memory, compared with the hand-written page. */
export async function turnFigures(world: World, turns: number): Promise<readonly Row[]> {
  const byHand = await turnPages(world, world.byHand, turns);
  const ours = await turnPages(world, world.console, turns);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    [
      'main thread, page change of 50 rows',
      `${spread(ours.taskMs)} beside ${spread(byHand.taskMs)}`,
      'at most 250 ms',
    ],
    [
      `heap growth a page, second half of ${turns}`,
      `${kilobytes(ours.growth)} beside ${kilobytes(byHand.growth)}`,
      'at most 5 kB',
    ],
    [`heap after ${turns} pages`, `${kilobytes(ours.heap)} beside ${kilobytes(byHand.heap)}`],
  ];
}

async function turnPages(world: World, origin: string, turns: number) {
  const opened = await openList(world, origin);
  const { page, settled, close } = opened;
  if (origin === world.console) {
    // Otherwise the last part that loads automatically would count as growth.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('SignInAgain')),
    );
  }
  await settled();
  const taskMs: number[] = [];
  // Clicked by position, because looking for the button by its name would keep the page's main thread busy.
  await button(page, 'Next page').scrollIntoViewIfNeeded();
  const next = await button(page, 'Next page').boundingBox();
  if (!next) throw new Error('The page has no button "Next page"');
  const [x, y] = [next.x + next.width * 0.75, next.y + next.height / 2];
  const turn = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const before = await busyMs(opened);
      await timed(page, async () => page.mouse.click(x, y));
      taskMs.push((await busyMs(opened)) - before);
    }
    return heap(opened);
  };
  const half = Math.floor(turns / 2);
  const middle = await turn(half);
  const late = await turn(turns - half);
  await close();
  return { taskMs, heap: late, growth: (late - middle) / (turns - half) };
}

/** Main-thread task time since the page was opened, in milliseconds. */
async function busyMs({ devtools }: FixturePage): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** The bytes in use after a collection. */
export async function heap({ devtools }: FixturePage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
