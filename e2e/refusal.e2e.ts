import { expect, test } from './fixtures.ts';
import { expectFitState } from './layoutChecks.ts';

const refusals = [
  { path: '/groups/x//y', status: 404, heading: 'No such page' },
  { path: '/api/things', status: 403, heading: 'No page' },
  { path: `/things/${'a'.repeat(9_000)}`, status: 414, heading: 'This address is too long' },
];

const backgrounds = [
  ['dark', 'rgb(16, 22, 28)'],
  ['light', 'rgb(244, 246, 248)'],
] as const;

test('a refused address shows what happened, looks like the console, and links to it', async ({
  page,
  expectFailedRequests,
}) => {
  for (const { path, status, heading } of refusals) {
    expectFailedRequests(status);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(`${heading} · SIM Console`);
    await expect(page.getByText('Request ID')).toContainText(
      answer?.headers()['x-request-id'] ?? 'none',
    );
    await expectFitState(page);
    // The console's styles, which the page uses.
    for (const [colorScheme, background] of backgrounds) {
      await page.emulateMedia({ colorScheme });
      const look = await page.evaluate(() => ({
        background: getComputedStyle(document.documentElement).backgroundColor,
        radius: getComputedStyle(document.querySelector('main') ?? document.body).borderRadius,
      }));
      expect(look).toEqual({ background, radius: '12px' });
    }
  }
  await page.getByRole('link', { name: 'Go to Things' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});
