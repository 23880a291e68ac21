import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, signIn, test } from './fixtures.ts';
import {
  cutOnPaper,
  cutText,
  doubleText,
  hiddenFocus,
  narrowDates,
  sidewaysOverflow,
  smallTargets,
  spaceText,
  usualText,
} from './layoutChecks.ts';

/** Opens each page in turn, with some content, and runs a check there. */
async function onEachPage(
  page: Page,
  sandbox: Sandbox,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const iccids = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
  const addresses = {
    Things: paths.things(),
    'one Thing': paths.thing(iccids[0] ?? ''),
    'Thing Groups': paths.groups(),
    'the group editor': paths.group(sandbox.state.groups()[0]?.id ?? ''),
    Changes: paths.changes(),
    Fleet: paths.fleet(),
    'the SIMs of the fleet': paths.fleet('things'),
    'what changed of SIMs': paths.fleet('changes'),
    'a comparison': paths.compare(...iccids.slice(0, 4)),
  };
  await signIn(page);
  // So that the inventory has some content.
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  for (const [name, address] of Object.entries(addresses)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading')).toHaveCount(0);
    await check(name);
  }

  await page.goto(paths.find());
  await page.getByRole('textbox', { name: 'Identifiers' }).fill(`${iccids[0]}\nnobody 8988`);
  await check('a list to be found');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Found', exact: true })).toBeVisible();
  await check('what was found');
  await page.getByRole('button', { name: 'Add to work set' }).click();
  await page.getByRole('link', { name: /^Work set/ }).click();
  await expect(page.getByRole('table', { name: 'Work set' })).toBeVisible();
  await check('the work set');

  await page.getByRole('link', { name: 'Thing Groups' }).click();
  await page.getByRole('checkbox', { name: 'Select Scooter Sharing' }).check();
  await page.getByRole('button', { name: 'Set IMEI lock' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('locking several groups');
}

/** Collects problems by the name of the page, so that one run shows all of them. */
function collected() {
  const found: Record<string, unknown> = {};
  return {
    found,
    note(name: string, wrong: unknown) {
      const isFine = wrong === 0 || wrong === undefined || (Array.isArray(wrong) && !wrong.length);
      if (!isFine) found[name] = wrong;
    },
  };
}

test('WCAG 1.4.10: at 320 px and at 542 px only tables scroll sideways', async ({
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const { found, note } = collected();
  await onEachPage(page, sandbox, async (name) => {
    note(name, await sidewaysOverflow(page));
    await page.setViewportSize({ width: 542, height: 700 });
    note(`${name}, at 542 px`, await sidewaysOverflow(page));
    await page.setViewportSize({ width: 320, height: 700 });
  });
  expect(found).toEqual({});
});

test('WCAG 2.5.8, 1.4.4, 1.4.12: controls are large enough or stand apart, larger and wider text is not cut off, and tables are printed whole', async ({
  page,
  sandbox,
}) => {
  const { found, note } = collected();
  await onEachPage(page, sandbox, async (name) => {
    note(`${name}, controls`, await smallTargets(page));
    note(`${name}, on paper`, await cutOnPaper(page));
    note(name, await cutText(page));
    await spaceText(page);
    note(`${name}, spaced`, await cutText(page));
    await doubleText(page);
    note(`${name}, spaced and doubled`, await cutText(page));
    note(`${name}, dates`, await narrowDates(page));
    note(`${name}, sideways`, await sidewaysOverflow(page));
    await usualText(page);
  });
  expect(found).toEqual({});
});

test('the hint at the edge of a column is whole and covers nothing, even on a narrow screen and with large text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await signIn(page, 'writer', { at: paths.things('size=10') });
  const edge = page.getByRole('separator', { name: 'Column width' });
  await edge.focus();
  const outside = () =>
    edge.evaluate(({ firstElementChild: hint, parentElement: table }) => {
      if (!hint || !table) throw new Error('The edge has a hint, in the box of the table');
      const [inner, outer] = [hint.getBoundingClientRect(), table.getBoundingClientRect()];
      return Math.max(
        0,
        Math.round(outer.left - inner.left),
        Math.round(inner.right - outer.right),
      );
    });
  const covered = () =>
    edge.evaluate(({ firstElementChild: hint, parentElement: table }) => {
      const row = table?.querySelector('tbody tr');
      if (!hint || !row) throw new Error('The table has a row below the hint');
      const over = hint.getBoundingClientRect().bottom - row.getBoundingClientRect().top;
      return Math.max(0, Math.round(over));
    });
  async function goTo(key: 'ArrowDown' | 'ArrowUp') {
    const column = await edge.getAttribute('aria-valuetext');
    await page.keyboard.press(key);
    await expect(edge).not.toHaveAttribute('aria-valuetext', column ?? '');
  }
  for (let column = 0; column < 6; column += 1) {
    await expect.poll(outside, `pixels, at column ${column}`).toBe(0);
    await expect.poll(covered, `pixels of the first row, at column ${column}`).toBe(0);
    await goTo('ArrowDown');
  }
  await page.setViewportSize({ width: 1280, height: 600 });
  await doubleText(page);
  await goTo('ArrowUp');
  await expect.poll(outside).toBe(0);
  await expect.poll(covered).toBe(0);
  const tall = await edge.evaluate(({ clientHeight }) => clientHeight);
  const head = page.getByRole('columnheader', { name: 'ICCID' });
  await expect.poll(async () => (await head.boundingBox())?.height).toBeGreaterThan(tall);
  await page.keyboard.press('Escape');
  await expect.poll(async () => Math.round((await head.boundingBox())?.height ?? 0)).toBe(tall);

  // The space of the hint disappears only after a press that moves the focus away.
  await page.keyboard.press('Tab');
  await edge.focus();
  await expect.poll(async () => (await head.boundingBox())?.height).toBeGreaterThan(tall);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/[?&]thing=|\/things\/\d/);
  await expect.poll(async () => Math.round((await head.boundingBox())?.height ?? 0)).toBe(tall);
});

test('WCAG 2.4.11: the focus is never hidden by anything that stays in place', async ({
  page,
  sandbox,
}) => {
  // Walks through each page with Tab, both ways.
  test.slow();
  await page.setViewportSize({ width: 900, height: 500 });
  const { found, note } = collected();
  await onEachPage(page, sandbox, async (name) => {
    const hidden: string[] = [];
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 40; press += 1) {
        await page.keyboard.press(key);
        const one = await hiddenFocus(page);
        if (one !== undefined) hidden.push(`${key} ${press}: ${one}`);
      }
    }
    note(name, hidden);
  });
  expect(found).toEqual({});
});
