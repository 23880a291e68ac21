import { compared, median, type Row, spread } from './figures.ts';
import { slowServiceMs, type Step, tellStory } from './story.ts';
import type { World } from './world.ts';

/** Browsers do not report shorter events. */
const shortestEventMs = 16;

type Figure =
  | `${Step} ms`
  | `${Step} event`
  | `${Step} blocking`
  | `${Step} calls`
  | 'elements'
  | 'scriptBytes';

type Story = Partial<Record<Figure, number>>;

/**
 * How long users wait for rows after a click, and the page's size at that point, compared with the hand-written page.
 */
export async function pressFigures(world: World, runs: number): Promise<readonly Row[]> {
  const ours: Story[] = [];
  const theirs: Story[] = [];
  for (let run = 0; run < runs; run++) {
    theirs.push(await measureStory(world, world.byHand));
    ours.push(await measureStory(world, world.console));
  }
  const both = (figure: Figure) =>
    [ours, theirs].map((all) => all.map((story) => story[figure] ?? Number.NaN));
  const times = (name: string, figure: Figure, aim: string): Row => {
    const [own = [], byHand = []] = both(figure);
    return compared(name, own, byHand, aim);
  };
  const beside = (
    name: string,
    figure: Figure,
    aim: string,
    show: (values: readonly number[]) => string = (all) => spread(all),
  ): Row => {
    const [own = [], byHand = []] = both(figure);
    return [name, `${show(own)} beside ${show(byHand)}`, aim];
  };
  const count = (all: readonly number[]) => String(median(all));
  return [
    times('submit to first row', 'submit ms', 'at most 2'),
    beside('blocking, submit to first row', 'submit blocking', 'at most 150 ms'),
    times('reload to first row', 'reload ms', 'at most 1.6'),
    times('next page', 'next ms', 'at most 1.2'),
    times('filter by ICCID', 'filter ms', 'at most 1.6'),
    times(`filter by ICCID, ${slowServiceMs} ms service`, 'slowFilter ms', 'at most 1.5'),
    times('clear the filter', 'clear ms', 'at most 1.1'),
    times('sort', 'sort ms', 'at most 1.3'),
    beside('calls of the service until sorted rows are drawn', 'sort calls', '1', count),
    beside('longest event, filter', 'filter event', 'at most 56 ms'),
    beside('longest event, sort', 'sort event', 'at most 56 ms'),
    beside('elements in the page at first rows', 'elements', 'at most 900', count),
    beside(
      'JavaScript until first rows, Brotli',
      'scriptBytes',
      'at most 120 kB',
      (all) => `${(median(all) / 1000).toFixed(0)} kB`,
    ),
  ];
}

async function measureStory(world: World, origin: string): Promise<Story> {
  const story: Story = {};
  await tellStory(world, origin, async (step, { page, settled }, act) => {
    const before = listCalls(world);
    story[`${step} ms`] = await act();
    story[`${step} calls`] = listCalls(world) - before;
    if (step === 'reload') Object.assign(story, await page.evaluate(() => window.bench.size()));
    // The browser reports an event after the frame that shows its effect.
    await settled();
    const events = await page.evaluate(() => window.bench.events());
    story[`${step} event`] = Math.max(shortestEventMs, ...events.map(({ ms }) => ms));
    story[`${step} blocking`] = await page.evaluate(() => window.bench.blocking());
  });
  return story;
}

function listCalls({ sandbox }: World): number {
  return sandbox.state.requests().filter(({ route }) => route === 'GET /things').length;
}
