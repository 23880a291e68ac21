import { paths } from '../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';

for (const [name, viewport, isSplit] of [
  ['at 320 px', { width: 320, height: 700 }, false],
  ['beside an open Thing', { width: 1280, height: 800 }, true],
] as const) {
  test(`on the map ${name}, no marker covers the centre of another (WCAG 2.5.8)`, async ({
    page,
    sandbox,
  }) => {
    await page.setViewportSize(viewport);
    const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
    const search = 'size=50&map=1';
    await signIn(page, 'writer', {
      at: isSplit ? paths.thing(iccid, search) : paths.things(search),
    });
    const map = page.getByRole('region', { name: 'Map of the SIMs on this page' });
    const markers = map.locator('a, button');
    await expect(markers.first()).toBeVisible();
    await map.scrollIntoViewIfNeeded();
    // The map is redrawn when its width changes.
    await expect
      .poll(async () => (await map.locator('svg').boundingBox())?.height)
      .toBeGreaterThan(200);
    await expect.poll(() => markers.count()).toBeGreaterThan(3);
    const covered = () =>
      markers.evaluateAll((all) =>
        all.flatMap((marker) => {
          marker.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = marker.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit === marker ? [] : [marker.ariaLabel];
        }),
      );
    await expect.poll(covered).toEqual([]);
    const cluster = map.getByRole('button', { name: /SIMs in this area/ }).first();
    await cluster.click();
    await expect(map.getByRole('listitem').first()).toBeVisible();
  });
}

test('the map shows a page’s SIMs, overlapping ones as a marker with a list', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'writer', { at: paths.things('size=50&map=1') });
  const map = page.getByRole('region', { name: 'Map of the SIMs on this page' });
  await expect(map).toBeVisible();
  await expect(page.getByText(/^\d+ of 50 SIMs on this page are shown on the map/)).toBeVisible();
  const cluster = map.getByRole('button', { name: /SIMs in this area/ }).first();
  await cluster.press('Enter');
  const members = map.getByRole('listitem').getByRole('link');
  // The map is redrawn when its width changes, so the number may change.
  const surplus = async () => (await members.count()) - Number(await cluster.textContent());
  await expect.poll(surplus).toBe(0);
  const iccid = /\d{18,20}/.exec((await members.first().textContent()) ?? '')?.[0] ?? '';
  await members.first().press('Enter');
  await expect(page.getByRole('heading', { name: iccid })).toBeVisible();
  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Map' }).click();
  await expect(map).toBeHidden();
  await expect(page).toHaveURL(/\/things\?size=50$/);
});
