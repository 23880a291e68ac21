import { paths } from '../src/paths.ts';
import { expect, signIn } from './fixtures.ts';
import { submit, test, tokenRequests } from './signInSteps.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('leads to the requested page, with its filters, including for a chosen sandbox user', async ({
    page,
    context,
    sandboxLine,
    expectFailedRequests,
  }) => {
    expectFailedRequests(403);
    await page.goto(paths.things('State=ACTIVE&size=10'));
    await expect(page).toHaveURL(paths.signIn('/things?State=ACTIVE&size=10'));
    await submit(page);
    await expect(page).toHaveURL(paths.things('State=ACTIVE&size=10'));
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);

    await context.clearCookies();
    await page.goto(`${sandboxLine.origin}${paths.things('State=ACTIVE&size=10')}`);
    await page.getByRole('button', { name: 'Sign in as suspended' }).click();
    await expect(page.getByRole('alert')).toContainText('(403)');
    await page.getByRole('button', { name: 'Sign in as reader' }).click();
    await expect(page).toHaveURL(`${sandboxLine.origin}${paths.things('State=ACTIVE&size=10')}`);
  });

  test('H13: never leads to another origin', async ({ page, line }) => {
    await page.goto('/sign-in?next=//evil.example/x');
    await submit(page);
    await expect(page).toHaveURL(`${line.origin}/`);
  });

  test('T22: explains why a sign-in was refused, within 320 pixels, and keeps the username but not the password', async ({
    page,
    expectFailedRequests,
  }) => {
    expectFailedRequests(401);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(paths.signIn('/groups'));
    await submit(page, 'wrong');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(
      'Could not sign in: the service did not accept the username and password (401).',
    );
    await expect(alert).toContainText('The service said: Username or password is wrong');
    await expect(alert).toContainText(/Request ID req_/);
    await expect(page.getByLabel('Username')).toHaveValue('writer');
    await expect(page.getByLabel('Password')).toHaveValue('');
    const form = await page.locator('form').boundingBox();
    expect((form?.x ?? 0) + (form?.width ?? 999)).toBeLessThanOrEqual(320);
    // A button that would need a script is not shown.
    await expect(page.getByRole('button')).toHaveText(['Sign in']);
    await submit(page);
    await expect(page).toHaveURL(paths.groups());
  });
});

test('H5: a form on another site does not sign anyone in', async ({
  page,
  context,
  sandbox,
  otherSite,
  expectFailedRequests,
}) => {
  expectFailedRequests(403);
  await page.goto(otherSite);
  await page.getByRole('button', { name: 'Win' }).click();
  await expect(page.getByRole('heading', { name: 'No page' })).toBeVisible();
  expect(tokenRequests(sandbox)).toBe(0);
  expect(await context.cookies()).toEqual([]);
});

test('a link on another site opens the page for a signed-in user', async ({ page, otherSite }) => {
  await signIn(page);
  await page.goto(`${otherSite}/link`);
  await page.getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
});
