import type { Page } from '@playwright/test';

import { paths } from '../../src/paths.ts';
import type { FixturePage, World } from './world.ts';

/** The list that the benches open. */
export const list = paths.things('size=50');

export async function signIn({ sandbox }: World, page: Page): Promise<void> {
  const [user] = sandbox.users;
  await page.getByLabel('Username').fill(user?.username ?? '');
  await page.getByLabel('Password').fill(user?.password ?? '');
  await button(page, 'Sign in').click();
}

/** Waits for the first row; submitting a form before its script has loaded navigates to another document. */
export async function untilFirstRow(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Things' }).waitFor();
  await page.evaluate(async () => window.bench.firstRow);
}

export async function openList(
  world: World,
  origin: string,
  options?: Parameters<World['openPage']>[0],
): Promise<FixturePage> {
  const opened = await world.openPage(options);
  await opened.page.goto(`${origin}${paths.signIn(list)}`);
  await signIn(world, opened.page);
  await untilFirstRow(opened.page);
  await opened.settled();
  return opened;
}

/** Milliseconds from the click on a button to the frame with its rows. */
export async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => window.bench.arm());
  await act();
  return page.evaluate(async () => window.bench.changed());
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

export function sortButton(page: Page) {
  return page.getByRole('columnheader', { name: 'Thing name' }).getByRole('button').first();
}
