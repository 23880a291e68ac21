import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, signIn } from './fixtures.ts';

/** The group that most tests export. */
export const group = 'Parcel Vans Europe';

export function storedThings(sandbox: Sandbox) {
  const things = sandbox.state.things().filter((thing) => thing.ThingsGroupName === group);
  return things.toSorted((a, b) => ((a.ThingName ?? '') < (b.ThingName ?? '') ? -1 : 1));
}

export async function openExport(page: Page, search = `ThingsGroupName=${group}`) {
  // Prefetching the next page would otherwise get a fault that is meant for the export.
  const prefetched = page.waitForResponse(/[&?]offset=[1-9]/);
  await signIn(page, 'writer', { at: paths.things(search) });
  await prefetched;
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export Things' })).toBeVisible();
}

export const start = (page: Page) => page.getByRole('button', { name: 'Start export' }).click();
export const resume = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
export const iccids = (records: string[][]) => records.slice(1).map(([iccid = '']) => iccid);
