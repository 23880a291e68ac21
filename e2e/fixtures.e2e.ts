import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const complain = (page: Page) => page.evaluate(() => console.error('on purpose'));

/** The location that Chromium gives for code in `page.evaluate`. */
const nowhere = '()';

test.describe('the fixtures report', () => {
  // Each test resets its fixture, which would otherwise fail the test.
  test('H1: an error or warning in the browser console, an uncaught error, a violation of the content security policy', async ({
    page,
    problems,
  }) => {
    await page.goto(paths.signIn());
    await complain(page);
    await page.evaluate(() => {
      console.warn('on purpose');
      queueMicrotask(() => {
        throw new Error('on purpose');
      });
    });
    await expect
      .poll(() => problems.list().toSorted())
      .toEqual([
        `console error: on purpose ${nowhere}`,
        `console warning: on purpose ${nowhere}`,
        'uncaught: Error: on purpose',
      ]);
    problems.reset();
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

  test('an undeclared failed call', async ({ page, problems, gateway, expectFailedRequests }) => {
    expectFailedRequests(403);
    await signIn(page);
    // Like a prefetched page, which contains no responses and makes its own calls.
    await page.setExtraHTTPHeaders({ purpose: 'prefetch' });
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

  test('an undeclared clearing of a lock', async ({ page, sandbox, clears }) => {
    const group = sandbox.state.groups().find(({ lockMasterImei }) => lockMasterImei);
    await signIn(page, 'writer', { at: paths.group(group?.id ?? '') });
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

test.describe('a problem reported by a fixture fails the test', () => {
  // `fail` accepts any failure, so these tests repeat only steps that pass in the tests above.
  test.fail('an error in the browser console', async ({ page }) => {
    await page.goto(paths.signIn());
    await complain(page);
  });

  test.fail('a declared clearing that did not happen', ({ clears }) => {
    clears.expectClear('Scooter Sharing', 'lock');
  });
});

test('each test has its own service: one test changes it', async ({ sandbox }) => {
  expect(sandbox.state.groups().some(({ name }) => name === 'Left behind')).toBe(false);
  sandbox.changeGroup(sandbox.state.groups()[0]?.id ?? '', { name: 'Left behind' });
  expect(sandbox.state.groups().some(({ name }) => name === 'Left behind')).toBe(true);
});

test('each test has its own service: the next does not see the change', async ({ sandbox }) => {
  expect(sandbox.state.groups().some(({ name }) => name === 'Left behind')).toBe(false);
});
