import { paths } from '../../src/paths.ts';
import { expect, fillSignIn, signIn, test } from './fixtures.ts';
import { label, role, text } from './target.ts';

const table = role('table', 'Things');

/** Whether the page's last request has ended: a browser keeps no page with open requests. */
const isIdle = `performance.getEntriesByType('resource').some(
  ({ name, responseEnd }) => name.endsWith('/session/alerts') && responseEnd > 0,
)`;
/** Schedules React's work at the last moment; Firefox drops the message for it. */
const selectOnLeaving = `addEventListener('pagehide', () => document.querySelector('td input').click(), { once: true })`;
/** Whether the browser kept the page, whose requests began with the sign-in page's. */
const wasKept = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('offset=0'))`;

test('signs in with values that the browser restored after a reload', async ({ story }) => {
  await story.goto(paths.signIn());
  const username = label('Username');
  await story.fill(username, 'writer');
  await story.reload();
  await story.see(username);
  const [restored] = await story.read(username);
  // Firefox restores the input, other engines do not; either way, the values shown are sent.
  expect(['', 'writer']).toContain(restored?.value);
  if (restored?.value === '') await story.fill(username, 'writer');
  await story.fill(label('Password'), 'sandbox-writer');
  await story.press('Enter');
  await story.see(role('heading', 'Things'));
});

test('a reload shows the page number in the address, and Apply uses exactly the values shown in the fields', async ({
  story,
}) => {
  await signIn(story, { at: paths.things('page=2') });
  await story.see(text(/^Rows 26–50/));
  const field = role('textbox', 'Thing name');
  await story.fill(field, 'half typed');
  await story.reload();
  await story.see(text(/^Rows 26–50/));
  const [shown] = await story.read(field);
  expect(['', 'half typed']).toContain(shown?.value);
  await story.click(role('button', 'Previous page'));
  await story.see(text(/^Rows 1–25/));
  // One more filter, so that applying the filters changes the address in either case.
  await story.fill(role('textbox', 'Thing Group'), 'Scooter Sharing');
  await story.click(role('button', 'Apply filters'));
  const restored = shown?.value === '' ? '' : 'ThingName=half+typed&';
  await expect
    .poll(() => story.address())
    .toBe(paths.things(`${restored}ThingsGroupName=Scooter+Sharing`));
});

test('Back shows no data after a sign-out or an ended session', async ({ story, engineName }) => {
  // The sign-in page's document may be kept; a list's, which has rows, may not.
  await story.goto(paths.signIn());
  await story.seeValue(`document.querySelector('form').noValidate`, true);
  await fillSignIn(story);
  await story.see(table);
  await story.seeValue(isIdle, true);
  await story.tab.evaluate(selectOnLeaving);
  // A different document, so that the browser may keep the page in its cache.
  await story.goto('/refused.css');
  await story.tab.clearCookies();
  await story.back();
  await story.see(role('button', 'Sign in'));
  if (engineName === 'Firefox') await story.seeValue(wasKept, true);

  await signIn(story);
  await story.see(table);
  await story.click(role('button', 'Account'));
  await story.click(role('menuitem', 'Sign out'));
  await story.see(role('heading', 'Sign in'));
  await story.back();
  // The list's address; opening it leads to the sign-in page first.
  await expect.poll(() => story.address()).toBe(paths.signIn(paths.things()));
  await story.see(role('heading', 'Sign in'));
  await story.seeNo(table);
});
