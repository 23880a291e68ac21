import { paths } from '../../src/paths.ts';
import { viewport } from './engine.ts';
import { expect, signIn, test } from './fixtures.ts';
import { label, role } from './target.ts';

/** Parts that each engine draws differently: native fields, scrolling tables, the focus. */

const table = role('table', 'Things');

test('shows whole dates in the filters of Changes, even on a narrow screen', async ({ story }) => {
  await signIn(story, { at: paths.changes() });
  for (const width of [viewport.width, 320]) {
    await story.tab.resize(width, viewport.height);
    for (const name of ['From', 'To']) {
      await story.see(label(name));
      const missing = `(() => {
        const field = [...document.querySelectorAll('label')]
          .find(({ innerText }) => innerText === '${name}').control;
        const { width } = field.getBoundingClientRect();
        field.style.width = 'max-content';
        const whole = field.getBoundingClientRect().width;
        field.style.width = '';
        return Math.max(0, Math.round(whole - width));
      })()`;
      await story.seeValue(missing, 0);
    }
  }
});

test('a column takes the typed width, and Escape returns the focus', async ({ story }) => {
  await signIn(story);
  const columns = role('button', 'Columns');
  await story.click(columns);
  const dialog = role('dialog', 'Columns');
  const width = role('spinbutton', /^Width of Thing name/, { within: dialog });
  await story.fill(width, '300');
  await story.press('Tab');
  await story.seeThat(width, { value: '300', isFocused: false });
  await story.press('Escape');
  await story.seeNo(dialog);
  await story.seeThat(columns, { isFocused: true });
  await story.seeValue(`document.querySelector('thead th + th').offsetWidth`, 300);
});

test('the list’s header stays in view, only the table scrolls sideways, and the focus has a ring', async ({
  story,
}) => {
  await signIn(story);
  await story.see(table);
  const places = `(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const region = box('[role="region"][aria-label="Things"]');
    const page = document.documentElement;
    return {
      headBelowTop: Math.round(box('thead th').top - region.top),
      firstColumn: Math.round(box('tbody th').left - region.left),
      sideways: page.scrollWidth - page.clientWidth,
    };
  })()`;
  const before = await story.tab.evaluate(places);
  await story.tab.evaluate(`document.querySelector('[role="region"][aria-label="Things"]')
    .scrollTo({ left: 400, top: 300, behavior: 'instant' })`);
  await story.seeValue(places, before);
  expect(before).toMatchObject({ sideways: 0 });

  await story.click(role('textbox', 'Thing name'));
  await story.press('Tab');
  await story.seeThat(role('textbox', 'Thing Group'), { isFocused: true });
  await expect
    .poll(() => story.tab.evaluate('getComputedStyle(document.activeElement).outline'))
    .toMatch(/solid 2px|2px solid|solid.* 2px/);
});
