import { createServer } from 'node:http';

import { type Browser, expect, type Page } from '@playwright/test';

import { consoleHeader, sessionPath } from '../src/contract/session.ts';
import { paths } from '../src/paths.ts';
import { picturesAt, startPictureWorld, type PictureWorld } from './pictureWorld.ts';
import { listen } from './servers/listen.ts';

/** A picture in the documentation: the page that it shows, and how to get there. */
interface Scene {
  readonly name: string;
  /** In pixels, if another one better shows what the page is about, or makes the file smaller. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly show: (page: Page, world: PictureWorld) => Promise<void>;
}

const scenes: readonly Scene[] = [
  { name: 'things', size: { width: 1200, height: 700 }, show: showThing },
  { name: 'lock-preview', show: showLock },
  { name: 'fleet', size: { width: 1280, height: 1080 }, show: showFleet },
  { name: 'alerts', show: showAlerts },
];

async function showThing(page: Page, { sandbox }: PictureWorld): Promise<void> {
  const thing = sandbox.state.things().find(({ State }) => State === 'SUSPENDED');
  await page.goto(paths.things('size=10'));
  await page.getByRole('link', { name: thing?.ExternalUniqueId ?? '' }).click();
  await expect(page.getByText('No notes about this SIM yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'History of this SIM' })).toContainText('seen');
}

async function showLock(page: Page, { sandbox }: PictureWorld): Promise<void> {
  const group = sandbox.state.groups().find(({ name }) => name === 'Parcel Vans Europe');
  await page.goto(paths.group(group?.id ?? ''));
  await page.getByRole('button', { name: 'Locked', exact: true }).click();
  const prefix = page.getByLabel('IMEI prefix (TAC)');
  await prefix.fill('35684610');
  const remembered = page.getByRole('region', { name: 'Impact as remembered' });
  await expect(remembered).toContainText('may lose service');
  // The button would scroll the page.
  await prefix.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm IMEI lock change' });
  await expect(dialog.getByLabel('Type to confirm')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Read again' })).toBeVisible();
}

async function showFleet(page: Page): Promise<void> {
  await page.goto(paths.fleet());
  await expect(page.getByRole('table', { name: 'SIM changes' })).toBeVisible();
}

async function showAlerts(page: Page): Promise<void> {
  await page.goto(paths.alerts());
  await expect(page.getByRole('table', { name: 'Alerts' })).toBeVisible();
}

/**
 * Opens the page of each picture in docs/pictures, on a fleet that is the same each time.
 *
 * @param look called with each page, in the state that its picture shows
 */
export async function openPictures(
  browser: Browser,
  look: (name: string, page: Page) => Promise<void>,
): Promise<void> {
  const receiver = await listen(createServer((_, response) => response.writeHead(204).end()));
  const world = await startPictureWorld({ webhook: `http://127.0.0.1:${receiver.port}` });
  const context = await browser.newContext({
    baseURL: world.origin,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  try {
    await context.clock.setFixedTime(picturesAt);
    const answer = await context.request.post(sessionPath, {
      headers: { [consoleHeader]: '1', 'sec-fetch-site': 'same-origin' },
      data: { username: 'writer', password: 'sandbox-writer' },
    });
    expect(answer.status()).toBe(200);
    const page = await context.newPage();
    for (const { name, size = { width: 1280, height: 800 }, show } of scenes) {
      await page.setViewportSize(size);
      await show(page, world);
      await expect(
        page.getByRole('link', { name: /^Alerts \(\d+\)$/, includeHidden: true }),
      ).toBeVisible();
      await look(name, page);
    }
  } finally {
    await context.close();
    await world.stop();
    await receiver.close();
  }
}

/**
 * What a page says, for people and for screen readers: a picture is out of date if this changes. It is the same each
 * time, without anything random: request and alert ids, and the receiver's port.
 */
export async function textOf(page: Page): Promise<string> {
  const text = await page.locator('body').ariaSnapshot();
  return text.replaceAll(/req_[0-9a-f]+|[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}|127\.0\.0\.1:\d+/g, '…');
}
