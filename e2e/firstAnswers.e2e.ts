import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

/** A page without a list, so that no rows are embedded and no page is prefetched. */
const awayFromTheList = { at: paths.groups() };

test('a list opened with a session gets its rows from the page itself, which appears while the service reads them', async ({
  page,
  sandbox,
  sendHeldAnswers,
}) => {
  await signIn(page, 'writer', awayFromTheList);
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const before = sandbox.state.requests().length;
  await page.goto(paths.things('State=ACTIVE&size=10&page=2'));
  await expect(page.getByRole('row')).toHaveCount(11);
  const things = sandbox.state.requests().slice(before);
  expect(things[0]?.query).toEqual({ State: 'ACTIVE', limit: '11', offset: '10' });
  expect(things.filter(({ query }) => query.offset === '10')).toHaveLength(1);
  expect(asked).not.toContain('/session');
  await expectAccessible(page);

  // The prefetched page would otherwise be held back.
  await expect.poll(() => sandbox.state.requests().at(-1)?.query.offset).toBe('20');
  sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
  const earlier = sandbox.state.requests().length;
  await page.goto(paths.things('size=10'));
  await expect(page.getByRole('heading', { name: 'Things' })).toBeVisible();
  await expect(page.getByText('Loading Things…')).toBeVisible();
  await sendHeldAnswers();
  await expect(page.getByRole('row')).toHaveCount(11);
  const held = sandbox.state.requests().slice(earlier);
  expect(held.filter(({ query }) => query.offset === '0')).toHaveLength(1);
});

test('an ended session leads to the sign-in page', async ({ page, sandbox }) => {
  await signIn(page);
  // Leaves the list, so that nothing is prefetched with the ending session.
  await page.goto('about:blank');
  await page.context().request.delete('/session', {
    headers: { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' },
  });
  await page.context().addCookies(await page.context().cookies());
  await page.goto(paths.things());
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(sandbox.state.requests().filter(({ status }) => status === 401)).toEqual([]);
});
