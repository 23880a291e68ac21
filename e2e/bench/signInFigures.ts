import { paths } from '../../src/paths.ts';
import { compared, median, type Row } from './figures.ts';
import type { World } from './world.ts';

/** The first load, with an empty cache; the second, which stores compiled code; and the third, which uses that code. */
const loads = ['cold', 'cached, 2nd load', 'cached, 3rd load'] as const;

/**
 * The time until the sign-in page can be used, and the requests sent until then, compared with the hand-written
 * page in the same run.
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
      return compared(`sign-in form usable, ${name}`, own, other, 'at most 1.3');
    }),
    [
      'requests until the form is usable',
      `${median(ours.map(([cold]) => cold?.requests ?? Number.NaN))} beside ` +
        `${median(theirs.map(([cold]) => cold?.requests ?? Number.NaN))}`,
      'at most 4',
    ],
  ];
}

interface Load {
  readonly ms: number;
  readonly requests: number;
}

async function loadThrice(world: World, origin: string): Promise<readonly Load[]> {
  const profile = await world.openProfile();
  const results: Load[] = [];
  for (let load = 0; load < loads.length; load++) {
    const { page, settled, close } = await profile.openPage();
    await page.goto(`${origin}${paths.signIn()}`);
    const form = await page.evaluate(async () => window.bench.signInForm());
    await settled();
    results.push(form);
    await close();
  }
  await profile.close();
  return results;
}
