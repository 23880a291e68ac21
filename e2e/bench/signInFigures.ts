import { paths } from '../../src/paths.ts';
import type { World } from './world.ts';

/** A line of the bench: its name, its figure, and what is wanted. */
type Row = readonly [name: string, figure: string, aim?: string];

/** The first load, with nothing cached; the second, which stores compiled code; and the third, which has it. */
const loads = ['cold', 'cached, 2nd load', 'cached, 3rd load'] as const;

/**
 * How soon the sign-in page can be used, and how much the browser asks for until then, beside the page written by
 * hand in the same run.
 */
export async function signInFigures(world: World, runs: number): Promise<readonly Row[]> {
  const ours: (readonly Load[])[] = [];
  const theirs: (readonly Load[])[] = [];
  for (let run = 0; run < runs; run++) {
    theirs.push(await loadThrice(world, world.byHand));
    ours.push(await loadThrice(world, world.console));
  }
  return [
    ...loads.map((name, at): Row => {
      const own = ours.map((run) => run[at]?.ms ?? Number.NaN);
      const other = theirs.map((run) => run[at]?.ms ?? Number.NaN);
      const ratio = median(own) / median(other);
      return [
        `sign-in form usable, ${name}`,
        `${spread(own)} beside ${spread(other)}: ${ratio.toFixed(2)} times`,
        'at most 1.3',
      ];
    }),
    [
      'requests until the form is there',
      `${median(ours.map(([cold]) => cold?.requests ?? Number.NaN))} beside ` +
        `${median(theirs.map(([cold]) => cold?.requests ?? Number.NaN))}`,
      'at most 4',
    ],
    [
      'requests until the console has taken over',
      String(median(ours.map(([cold]) => cold?.inAll ?? Number.NaN))),
      'a dozen',
    ],
  ];
}

interface Load {
  readonly ms: number;
  readonly requests: number;
  /** Once nothing more is asked for. */
  readonly inAll: number;
}

async function loadThrice(world: World, origin: string): Promise<readonly Load[]> {
  const profile = await world.openProfile();
  const results: Load[] = [];
  for (let load = 0; load < loads.length; load++) {
    const { page, settled, close } = await profile.openPage();
    await page.goto(`${origin}${paths.signIn()}`);
    const form = await page.evaluate(async () => window.bench.signInForm());
    await settled();
    const inAll = await page.evaluate(() => performance.getEntriesByType('resource').length + 1);
    results.push({ ...form, inAll });
    await close();
  }
  await profile.close();
  return results;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const [least = Number.NaN] = sorted;
  return `${median(values).toFixed(0)} ms (${least.toFixed(0)}–${sorted.at(-1)?.toFixed(0)})`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
