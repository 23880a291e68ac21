import { paths } from '../../src/paths.ts';
import { compared, median, type Row, spread } from './figures.ts';
import { button, list, signIn, sortButton, timed, untilFirstRow } from './steps.ts';
import type { World } from './world.ts';

/** The service's delay for the slower of two filters, in milliseconds. */
const slowServiceMs = 100;
/** Browsers do not report shorter events. */
const shortestEventMs = 16;

interface Story {
  /** From the click on "Sign in" to the first row; all times in milliseconds. */
  readonly submit: number;
  readonly reload: number;
  readonly next: number;
  readonly filter: number;
  /** With the slow service. */
  readonly slowFilter: number;
  readonly sort: number;
  readonly filterEvent: number;
  readonly sortEvent: number;
  /** Elements in the page, in the frame with the first rows. */
  readonly elements: number;
  /** Brotli size of the scripts that had arrived by then. */
  readonly scriptBytes: number;
}

/** How long users wait for rows after a click, and the size of the page then, compared with the hand-written page. */
export async function pressFigures(world: World, runs: number): Promise<readonly Row[]> {
  const ours: Story[] = [];
  const theirs: Story[] = [];
  for (let run = 0; run < runs; run++) {
    theirs.push(await tellStory(world, world.byHand));
    ours.push(await tellStory(world, world.console));
  }
  const both = (key: keyof Story) => [ours, theirs].map((all) => all.map((story) => story[key]));
  const times = (name: string, key: keyof Story, aim: string): Row => {
    const [own = [], byHand = []] = both(key);
    return compared(name, own, byHand, aim);
  };
  const beside = (
    name: string,
    key: keyof Story,
    show: (values: number[]) => string,
    aim: string,
  ) => {
    const [own = [], byHand = []] = both(key);
    return [name, `${show(own)} beside ${show(byHand)}`, aim] satisfies Row;
  };
  return [
    times('submit to first row', 'submit', 'at most 2'),
    times('reload to first row', 'reload', 'at most 1.6'),
    times('next page', 'next', 'at most 1.2'),
    times('filter by ICCID', 'filter', 'at most 1.5'),
    times(`filter by ICCID, ${slowServiceMs} ms service`, 'slowFilter', 'at most 1.5'),
    times('sort', 'sort', 'at most 1.4'),
    beside('longest event, filter', 'filterEvent', (all) => spread(all), 'at most 48 ms'),
    beside('longest event, sort', 'sortEvent', (all) => spread(all), 'at most 48 ms'),
    beside(
      'elements in the page at first rows',
      'elements',
      (all) => String(median(all)),
      'at most 900',
    ),
    beside(
      'JavaScript until first rows, Brotli',
      'scriptBytes',
      (all) => `${(median(all) / 1000).toFixed(0)} kB`,
      'at most 150 kB',
    ),
  ];
}

/** One user's path through the list, starting with an empty cache. */
async function tellStory(world: World, origin: string): Promise<Story> {
  const { sandbox } = world;
  const { page, settled, close } = await world.openPage();
  await page.goto(`${origin}${paths.signIn(list)}`);
  await signIn(world, page);
  await untilFirstRow(page);
  await settled();
  // Most users who sign in have been here before.
  await page.context().clearCookies();
  await page.goto(`${origin}${paths.signIn(list)}`);
  await settled();
  const submit = await timed(page, async () => signIn(world, page));
  await settled();

  await page.goto(`${origin}${list}`);
  await settled();
  // Browsers cache compiled code from the second use on.
  await page.reload();
  await settled();
  await page.reload();
  const first = await page.evaluate(async () => {
    const reload = await window.bench.firstRow;
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0);
    return {
      reload,
      elements: document.querySelectorAll('*').length,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await settled();

  const next = await timed(page, async () => button(page, 'Next page').click());
  await settled();
  // A user moves the pointer to a button before clicking it, in separate events.
  await sortButton(page).hover();
  await settled();
  const sort = await timed(page, async () => sortButton(page).click());
  const sortEvent = await longestEvent();
  await settled();

  const [field] = await page.getByLabel('ICCID', { exact: true }).all();
  const filterBy = async (index: number) => {
    await field?.fill(sandbox.state.things()[index]?.ExternalUniqueId ?? '');
    return timed(page, async () => field?.press('Enter'));
  };
  const filter = await filterBy(7);
  const filterEvent = await longestEvent();
  await settled();
  sandbox.faults.add({ route: 'GET /things', delayMs: slowServiceMs });
  const slowFilter = await filterBy(8);
  await close();
  return { submit, ...first, next, sort, sortEvent, filter, filterEvent, slowFilter };

  async function longestEvent(): Promise<number> {
    // The browser reports an event after the frame that shows its effect.
    await settled();
    const events = await page.evaluate(() => window.bench.events());
    return Math.max(shortestEventMs, ...events.map(({ ms }) => ms));
  }
}
