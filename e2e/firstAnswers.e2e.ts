import { paths } from '../src/paths.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

/** On a page that reads no list: neither first rows nor a prefetched page. */
const awayFromTheList = { at: paths.groups() };

test('a list that is opened with a session gets its rows from the page itself', async ({
  page,
  sandbox,
}) => {
  await signIn(page, 'writer', awayFromTheList);
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
});

test('a page appears while the service still works on its rows', async ({
  page,
  sandbox,
  sendHeldAnswers,
}) => {
  await signIn(page, 'writer', awayFromTheList);
  sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
  const before = sandbox.state.requests().length;
  await page.goto(paths.things('size=10'));
  await expect(page.getByRole('heading', { name: 'Things' })).toBeVisible();
  await expect(page.getByText('Loading Things…')).toBeVisible();
  await sendHeldAnswers();
  await expect(page.getByRole('row')).toHaveCount(11);
  const asked = sandbox.state.requests().slice(before);
  expect(asked.filter(({ query }) => query.offset === '0')).toHaveLength(1);
});

test(
  'a refusal of the service is shown as usual, and can be tried again',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    await signIn(page, 'writer', awayFromTheList);
    sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Not for you' });
    await page.goto(paths.things('size=10'));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Not for you');
    await expect(alert).toContainText(sandbox.state.requests().at(-1)?.requestId ?? '-');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row')).toHaveCount(11);
  },
);

test('a session that has ended leads to the sign-in page', async ({ page, sandbox }) => {
  await signIn(page);
  // Away from the list, so that nothing is prefetched with the session that ends.
  await page.goto('about:blank');
  await page.context().request.delete('/session', {
    headers: { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' },
  });
  const cookies = await page.context().cookies();
  await page.context().addCookies(cookies);
  await page.goto(paths.things());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sandbox.state.requests().filter(({ status }) => status === 401)).toEqual([]);
});
