import { paths } from '../../src/paths.ts';
import { expect, signIn, test } from './fixtures.ts';
import { role, text } from './target.ts';

const links = role('link', /^\d{18,20}$/, { within: role('table', 'Things') });

test('signs in, filters the list, turns its page and opens a Thing', async ({ story, sandbox }) => {
  await story.goto(paths.home());
  await story.see(role('heading', 'Sign in'));
  await signIn(story, { at: paths.home() });
  await story.see(role('heading', 'Things'));
  await expect.poll(async () => (await story.read(links)).length).toBe(25);

  const first = await story.read(links);
  await story.click(role('button', 'Next page'));
  await story.see(text(/^Rows 26–50/));
  expect(await story.address()).toContain('page=2');
  const second = (await story.read(links)).map((link) => link.text);
  expect(second).toHaveLength(25);
  for (const link of first) expect(second).not.toContain(link.text);
  await story.back();
  await story.see(text(/^Rows 1–25/));

  const iccid = sandbox.state.things()[40]?.ExternalUniqueId ?? '';
  await story.fill(role('textbox', 'ICCID'), iccid);
  await story.click(role('button', 'Apply filters'));
  await expect
    .poll(async () => (await story.read(links)).map((link) => link.text))
    .toEqual([iccid]);
  await story.click(links);
  await story.seeThat(role('heading', iccid), { isFocused: true });
  await story.see(role('heading', 'Identity'));
  await story.press('Escape');
  await story.seeThat(role('link', iccid), { isFocused: true });
});
