import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const complain = (page: Page) => page.evaluate(() => console.error('on purpose'));

/** Where Chromium says that a line of `page.evaluate` came from. */
const nowhere = '()';

test.describe('a test is told of', () => {
  // Each takes back what its fixture saw, which would fail the test after it.
  test('an error on the console', async ({ page, problems }) => {
    await page.goto(paths.signIn());
    await complain(page);
    await expect.poll(problems.list).toEqual([`console error: on purpose ${nowhere}`]);
    problems.reset();
  });

  test('a warning on the console', async ({ page, problems }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => console.warn('on purpose'));
    await expect.poll(problems.list).toEqual([`console warning: on purpose ${nowhere}`]);
    problems.reset();
  });

  test('an uncaught error', async ({ page, problems }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('on purpose');
      });
    });
    await expect.poll(problems.list).toEqual(['uncaught: Error: on purpose']);
    problems.reset();
  });

  test('H1: a breach of the page’s policy', async ({ page, problems }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => {
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'http://other.invalid/' }),
      );
    });
    await expect
      .poll(() => problems.list().toSorted())
      .toEqual([
        expect.stringMatching(/^console error: .*http:\/\/other\.invalid\/.* violates/),
        'policy violation: img-src http://other.invalid/ ',
      ]);
    problems.reset();
  });

  test('a failed request that was not declared', async ({
    page,
    problems,
    gateway,
    expectFailedRequests,
  }) => {
    expectFailedRequests(403);
    await signIn(page);
    await page.goto(paths.things('ThingName=status:404'));
    await expect(page.getByRole('alert')).toBeVisible();
    await expect
      .poll(problems.list)
      .toEqual([
        expect.stringContaining(
          `status of 404 (Not Found) (${gateway.origin}/api/things?filterBy%5BThingName%5D=status%3A404`,
        ),
      ]);
    problems.reset();
  });

  test('an error in another window', async ({ browser, gateway, problems }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(gateway.origin);
    await complain(page);
    await expect.poll(problems.list).toEqual([`console error: on purpose ${nowhere}`]);
    await context.close();
    problems.reset();
  });

  test('a lock that is cleared without its word', async ({ page, sandbox, clears }) => {
    await signIn(page);
    const group = sandbox.state.groups().find(({ lockMasterImei }) => lockMasterImei);
    await page.goto(paths.group(group?.id ?? ''));
    await page.getByRole('button', { name: 'Unlocked' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Saved. The service reports')).toBeVisible();
    expect(clears.seen()).toEqual([{ group: group?.name, what: 'lock' }]);
    clears.reset();
  });

  test('a control without a name', async ({ page }) => {
    await page.goto(paths.signIn());
    await page.evaluate(() => {
      document.body.append(document.createElement('input'));
    });
    await expect(expectAccessible(page)).rejects.toThrow('Form elements must have labels');
  });
});

test.describe('what a fixture saw fails the test', () => {
  // Any failure would do for `fail`: these do nothing that is not shown above to pass.
  test.fail('an error on the console', async ({ page }) => {
    await page.goto(paths.signIn());
    await complain(page);
  });

  test.fail('a clear that it announced and did not do', ({ clears }) => {
    clears.expectClear('Scooter Sharing', 'lock');
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
