import { paths } from '../../src/paths.ts';
import { button, list, signIn, sortButton, timed, untilFirstRow } from './steps.ts';
import type { FixturePage, World } from './world.ts';

/** How long the service takes on the slower of two filters, in milliseconds. */
export const slowServiceMs = 100;

export type Step = 'submit' | 'reload' | 'next' | 'sort' | 'filter' | 'clear' | 'slowFilter';

/** Measures a step. `act` performs it, and returns the milliseconds until its first row is shown. */
type Measure = (step: Step, opened: FixturePage, act: () => Promise<number>) => Promise<void>;

/** One user's path through the list, starting with an empty cache. */
export async function tellStory(world: World, origin: string, measure: Measure): Promise<void> {
  const { sandbox } = world;
  const opened = await world.openPage();
  const { page, settled, close } = opened;
  const step = async (name: Step, act: () => Promise<number>) => {
    await measure(name, opened, act);
    await settled();
  };
  const press = async (name: Step, act: () => Promise<void>) =>
    step(name, async () => timed(page, act));

  await page.goto(`${origin}${paths.signIn(list)}`);
  await signIn(world, page);
  await untilFirstRow(page);
  await settled();
  // Most users who sign in have used the console before.
  await page.context().clearCookies();
  await page.goto(`${origin}${paths.signIn(list)}`);
  await settled();
  await press('submit', async () => signIn(world, page));

  await page.goto(`${origin}${list}`);
  await settled();
  // Browsers cache compiled code from the second use on; most users have it cached.
  await page.reload();
  await settled();
  await step('reload', async () => {
    await page.reload();
    return page.evaluate(async () => window.bench.firstRow);
  });

  await press('next', async () => button(page, 'Next page').click());
  // Users move the pointer to a button before pressing it; these are separate events.
  await sortButton(page).hover();
  await settled();
  await press('sort', async () => sortButton(page).click());

  const [field] = await page.getByLabel('ICCID', { exact: true }).all();
  const filterBy = async (name: Step, iccid: string) => {
    await field?.fill(iccid);
    await press(name, async () => field?.press('Enter'));
  };
  const iccidAt = (index: number) => sandbox.state.things()[index]?.ExternalUniqueId ?? '';
  await filterBy('filter', iccidAt(7));
  const clear = button(page, 'Clear filters');
  if (await clear.isVisible()) {
    await clear.hover();
    await settled();
    await press('clear', async () => clear.click());
  } else await filterBy('clear', '');
  sandbox.faults.add({ route: 'GET /things', delayMs: slowServiceMs });
  await filterBy('slowFilter', iccidAt(8));
  await close();
}
