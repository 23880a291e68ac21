import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

test.describe('a test fails by itself', () => {
  // Each of these would pass if its fixture saw nothing; `fail` turns that into a failure.
  test.fail('on an error on the console', async ({ page }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => console.error('on purpose'));
  });

  test.fail('on a warning on the console', async ({ page }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => console.warn('on purpose'));
  });

  test.fail('on an uncaught error', async ({ page }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('on purpose');
      });
    });
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test.fail('H1: on a breach of the page’s policy', async ({ page }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => {
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'http://other.invalid/' }),
      );
    });
  });

  test.fail(
    'on a failed request that it did not declare',
    async ({ page, expectFailedRequests }) => {
      expectFailedRequests(403);
      await signIn(page);
      await page.goto(paths.things('ThingName=status:404'));
      await expect(page.getByRole('alert')).toBeVisible();
    },
  );

  test.fail('on an error in another window', async ({ browser, gateway }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(gateway.origin);
    await page.evaluate(() => console.error('on purpose'));
    await context.close();
  });

  test.fail('on a lock that is cleared without its word', async ({ page, sandbox }) => {
    await signIn(page);
    const group = sandbox.state.groups().find(({ lockMasterImei }) => lockMasterImei);
    await page.goto(paths.group(group?.id ?? ''));
    await page.getByRole('button', { name: 'Unlocked' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Saved. The service reports')).toBeVisible();
  });

  test.fail('on a clear that it announced and did not do', ({ clears }) => {
    clears.expectClear('Scooter Sharing', 'lock');
  });

  test.fail('on a control without a name', async ({ page }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => {
      document.body.append(document.createElement('input'));
    });
    await expectAccessible(page);
  });
});

test('each test has a service of its own: changed by one', async ({ sandbox }) => {
  expect(sandbox.state.groups().some(({ name }) => name === 'Left behind')).toBe(false);
  sandbox.changeGroup(sandbox.state.groups()[0]?.id ?? '', { name: 'Left behind' });
  expect(sandbox.state.groups().some(({ name }) => name === 'Left behind')).toBe(true);
});

test('each test has a service of its own: not seen by the next', async ({ sandbox }) => {
  expect(sandbox.state.groups().some(({ name }) => name === 'Left behind')).toBe(false);
});
