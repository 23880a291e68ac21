import { expect, expectAccessible, test } from './fixtures.ts';

const refusals = [
  { path: '/groups/x//y', status: 404, heading: 'No such page' },
  { path: '/api/things', status: 403, heading: 'No page' },
  { path: `/things/${'a'.repeat(9_000)}`, status: 414, heading: 'This address is too long' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 600 } });

      test('a refused address shows what happened, and links to the console', async ({
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
          await expectAccessible(page);
          // Styles of the console, which the page uses.
          const look = await page.evaluate(() => ({
            overflow: document.documentElement.scrollWidth - window.innerWidth,
            background: getComputedStyle(document.documentElement).backgroundColor,
            radius: getComputedStyle(document.querySelector('main') ?? document.body).borderRadius,
          }));
          expect(look).toEqual({
            overflow: 0,
            background: colorScheme === 'light' ? 'rgb(244, 246, 248)' : 'rgb(16, 22, 28)',
            radius: '12px',
          });
        }
        await page.getByRole('link', { name: 'Go to the Things' }).click();
        await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      });
    });
  }
}
