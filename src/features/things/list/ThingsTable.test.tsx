import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { storedPreferences } from '#testing/fixtures/openViews.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { showBesideTheList } from '#testing/fixtures/showBesideTheList.ts';
import { textPixels } from '#ui/textPixels.ts';

// Finds the table even behind an open dialog, which hides the page.
const table = () => screen.findByRole('table', { name: 'Things', hidden: true });
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader', { hidden: true })
    .map((head) => head.textContent.replace(/[▲▼↕]/, ''));
const links = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((head) => within(head).getByRole('link'));

/** Opens the list, and the dialog for its columns. */
async function openColumns(search = 'size=10', options: Parameters<typeof renderRoute>[1] = {}) {
  const page = await renderRoute(paths.things(search), options);
  await table();
  await page.user.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
  return { ...page, dialog };
}

describe('keyboard navigation in rows', () => {
  it('keeps only the controls of the active row in the tab order', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    const all = await links();
    const reachable = () => all.map(({ tabIndex }) => tabIndex === 0);
    expect(reachable().indexOf(true)).toBe(0);
    all[0]?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(all[2]).toHaveFocus();
    expect(reachable()).toEqual(all.map((_, index) => index === 2));
    await user.keyboard('{End}{ArrowDown}');
    expect(all[9]).toHaveFocus();
    await user.keyboard('{Home}{ArrowUp}');
    expect(all[0]).toHaveFocus();
  });

  it('opens the Thing on Enter', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    const [, second] = await links();
    second?.focus();
    await user.keyboard('{Enter}');
    const iccid = second?.textContent ?? '';
    await waitFor(() => expect(router.state.location.pathname).toBe(`/things/${iccid}`));
    expect(router.state.location.search).toBe('?size=10');
  });

  it('keeps the focus in place when the page changes', async () => {
    const { user, router } = await renderRoute(paths.things('size=10&sort=ThingName'));
    const before = await links();
    const iccid = before[3]?.textContent;
    before[3]?.focus();
    await router.navigate(paths.things('size=10&sort=ThingName&page=2'));
    await waitFor(async () => expect((await links())[3]).not.toHaveTextContent(iccid ?? ''));
    expect((await links())[3]).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect((await links())[4]).toHaveFocus();
  });

  it('moves the focus to the link back if the next page has no rows', async () => {
    const sandbox = createSandbox({ things: 10 });
    const { router } = await renderRoute(paths.things('size=10&sort=ThingName'), { sandbox });
    (await links())[3]?.focus();
    await router.navigate(paths.things('size=10&sort=ThingName&page=2'));
    expect(await screen.findByRole('button', { name: 'Go to the first page' })).toHaveFocus();
    await router.navigate(paths.things('size=10&sort=ThingName'));
    await table();
    await router.navigate(paths.things('size=10&sort=ThingName&page=3'));
    expect(await screen.findByRole('button', { name: 'Go to the first page' })).not.toHaveFocus();
  });
});

describe('copying', () => {
  it('is offered in a row that was tapped', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    const [, , , row] = within(await table()).getAllByRole('row');
    if (!row) throw new Error('The table has no third row');
    const [cell] = within(row).getAllByRole('cell');
    await user.pointer({ keys: '[TouchA]', target: cell ?? row });
    expect(within(row).getByRole('button', { name: /^Copy ICCID/ })).toBeVisible();
  });

  it('takes one click and is confirmed', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    await user.click(await screen.findByRole('button', { name: /^Copy ICCID/ }));
    expect(await screen.findByText('ICCID copied')).toBeVisible();
    const [first] = await links();
    expect(await navigator.clipboard.readText()).toBe(first?.textContent);
  });

  it('shows an error if the browser blocks it', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    await table();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    await user.click(screen.getByRole('button', { name: /^Copy ICCID/ }));
    await expectTextSoon('The browser blocked copying: select the text instead');
  });
});

describe('the columns', () => {
  it('keep the focus in their dialog when the last matching field is added', async () => {
    const { user, dialog } = await openColumns();
    const field = dialog.getByRole('textbox', { name: 'Find a field' });
    await user.type(field, 'batch');
    for (const add of dialog.getAllByRole('button', { name: /^Add / })) await user.click(add);
    expect(dialog.queryAllByRole('button', { name: /^Add / })).toEqual([]);
    expect(field).toHaveFocus();
  });

  it('show long text and block flags in full on hover', async () => {
    const sandbox = createSandbox({ things: 200 });
    const long = sandbox.state.things().find(({ Block }) => Block?.SMS_MO_except_home_country);
    await renderRoute(paths.things(`ExternalUniqueId=${long?.ExternalUniqueId}`), { sandbox });
    await table();
    expect(screen.getByTitle(/SMS_MO_except_home_country/)).toHaveTextContent(
      'SMS_MO_except_home_country',
    );
  });

  it('number fourteen by default', async () => {
    const { user, dialog } = await openColumns();
    expect(await heads()).toHaveLength(14);
    await user.click(dialog.getByRole('button', { name: 'Add Batch' }));
    const remove = dialog.getByRole('button', { name: 'Remove LAC' });
    // Enter is still held: it was meant for a column that has gone.
    expect(fireEvent.keyDown(remove, { key: 'Enter', repeat: true })).toBe(false);
    await user.click(remove);
    const move = dialog.getByRole('button', { name: 'Move Thing Group left' });
    expect(fireEvent.keyDown(move, { key: 'Enter', repeat: true })).toBe(true);
    await user.click(move);
    const chosen = await heads();
    expect(chosen.slice(0, 3)).toEqual(['ICCID', 'Thing Group', 'Thing name']);
    expect(chosen.at(-1)).toBe('Batch');
    expect(chosen).not.toContain('LAC');
  });

  it('are shared between tabs, with widths, pins and density', async () => {
    const columns = [{ id: 'ExternalUniqueId' }, { id: 'IMEI', width: 222, pinned: true }];
    const storage = storedPreferences({ density: 'compact', columns });
    await renderRoute(paths.things('size=10'), { storage });
    await table();
    expect(await heads()).toEqual(['IMEI (last known)', 'ICCID']);
    const shown = await table();
    expect(shown.dataset['density']).toBe('compact');
    // The columns that follow the checkboxes.
    expect(shown.style.minWidth).toBe(textPixels(36 + 428));
  });

  it('move with Alt and an arrow key; the focus stays, and the new position is announced', async () => {
    const { user, dialog } = await openColumns();
    const pin = dialog.getByRole('button', { name: 'Pin State at the left edge' });
    pin.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(pin).toHaveFocus();
    expect(dialog.getByRole('status')).toHaveTextContent('State: column 5 of 14');
    await user.keyboard(' ');
    expect(await heads()).toHaveLength(14);
    expect((await heads()).slice(0, 2)).toEqual(['ICCID', 'State']);
  });

  it('accept a typed width, and can be reset to the default', async () => {
    const { user, dialog } = await openColumns();
    const width = dialog.getByRole('spinbutton', { name: 'Width of ICCID' });
    await user.clear(width);
    await user.type(width, '300{Enter}');
    const shown = await table();
    const wide = Number(/\d+/.exec(shown.style.minWidth)?.[0]);
    await user.click(dialog.getByRole('button', { name: /Reset/ }));
    expect(shown.style.minWidth).toBe(textPixels(wide - 94));
  });

  it('get the nearest allowed width if one beyond the limits is typed, and announce the limits', async () => {
    const { user, dialog } = await openColumns();
    const width = () => dialog.getByRole('spinbutton', { name: 'Width of State' });
    for (const [typed, becomes] of [
      ['5', 60],
      ['7', 60],
      ['9000', 600],
    ] as const) {
      await user.clear(width());
      await user.type(width(), `${typed}{Enter}`);
      expect(width()).toHaveValue(becomes);
      expect(width()).toHaveFocus();
      expectText(`State is ${becomes} px wide: the limits are 60 and 600 px.`);
    }
  });

  it('of a shared view move by two places if the button is pressed twice at once, but go only once', async () => {
    const { router, dialog } = await openColumns('columns=IMEI,State,MSISDN&size=10');
    const twice = (name: string) => {
      const button = dialog.getByRole('button', { name });
      act(() => {
        button.click();
        button.click();
      });
    };
    const shown = () => new URLSearchParams(router.state.location.search).get('columns');
    twice('Move IMEI (last known) right');
    expectText('IMEI (last known): column 4 of 4');
    expect(shown()).toBe('ExternalUniqueId*,State,MSISDN,IMEI');
    twice('Remove State');
    expect(shown()).toBe('ExternalUniqueId*,MSISDN,IMEI');
    twice('Add State');
    expect(shown()).toBe('ExternalUniqueId*,MSISDN,IMEI,State');
  });

  it('for undocumented fields are offered only once a record has had these fields', async () => {
    const sandbox = createSandbox({ things: 60, thingFields: 'documented' });
    const { dialog } = await openColumns('size=10', { sandbox });
    expect(await heads()).not.toContain('MSISDN');
    expect(dialog.queryByRole('button', { name: 'Add Billing state' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Add Batch' })).toBeVisible();
  });
});

const boxes = async () => within(await table()).getAllByRole('checkbox', { name: /^Select \d+$/ });
const all = () => screen.getByRole('checkbox', { name: 'Select all on this page' });
const selected = async () =>
  (await boxes()).flatMap((box, index) =>
    box instanceof HTMLInputElement && box.checked ? [index] : [],
  );

describe('the selection in the list of Things', () => {
  it('names each row by its ICCID, is in the tab order once, and says how many rows are selected', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    expect(await boxes()).toHaveLength(10);
    expect((await boxes()).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    const [first] = await links();
    expect(screen.queryByRole('button', { name: 'Clear selection' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: `Select ${first?.textContent}` }));
    expect(screen.getByText('1 selected')).toHaveAttribute('role', 'status');
    expect(all()).toBePartiallyChecked();
  });

  it('is kept across pages and filters, and counted separately from the rows on screen', async () => {
    const { user, router } = await renderRoute(paths.things('size=10&sort=ThingName'));
    await table();
    await user.click(all());
    expect(screen.getByText('10 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('10 not shown')).toBeVisible();
    expect(all()).not.toBeChecked();
    await user.click((await boxes())[0] ?? all());
    expect(screen.getByText('11 selected')).toBeVisible();
    await router.navigate(paths.things('size=10&sort=ThingName'));
    await waitFor(() => expect(all()).toBeChecked());
    await user.click(all());
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('extends to a range with Shift, by pointer and by keyboard', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    const rows = await boxes();
    await user.click(rows[1] ?? all());
    await user.keyboard('{Shift>}');
    await user.click(rows[3] ?? all());
    await user.keyboard('{/Shift}');
    expect(await selected()).toEqual([1, 2, 3]);
    const all10 = await links();
    all10[5]?.focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(await selected()).toEqual([1, 2, 3, 5, 6, 7]);
    await user.keyboard(' ');
    expect(await selected()).toEqual([1, 2, 3, 5, 6]);
    expect(all10[7]).toHaveFocus();
  });

  it('is cleared with one click, and the focus moves to the table header', async () => {
    const { user } = await renderRoute(paths.things('size=10'));
    await table();
    await user.click(all());
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(await selected()).toEqual([]);
    expect(all()).toHaveFocus();
  });
});

describe('adding to the work set', () => {
  it('says how many were added, without calls to the service', async () => {
    const sandbox = createSandbox({ things: 8 });
    const { user } = await renderRoute(paths.things('size=10'), { sandbox });
    await table();
    const calls = sandbox.state.requests().length;
    const [first, second] = await boxes();
    await user.click(first ?? all());
    await user.click(screen.getByRole('button', { name: 'Add to work set' }));
    expect(screen.getByText(/^1 added\./)).toBeVisible();
    await user.click(second ?? all());
    await user.click(screen.getByRole('button', { name: 'Add to work set' }));
    expect(screen.getByText(/^1 added\. 1 was already in it\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Work set (2)' })).toBeVisible();
    expect(sandbox.state.requests()).toHaveLength(calls);
  });

  it('keeps the filters that were applied when each row was selected', async () => {
    const sandbox = createSandbox({ things: 60 });
    const { user, router } = await renderRoute(paths.things('size=10&State=ACTIVE'), { sandbox });
    await user.click((await boxes())[0] ?? all());
    await router.navigate(paths.things('size=10&State=SUSPENDED'));
    await screen.findByText('1 not shown');
    await user.click((await boxes())[0] ?? all());
    await user.click(screen.getByRole('button', { name: 'Add to work set' }));
    await user.click(screen.getByRole('link', { name: 'Work set (2)' }));
    const set = await screen.findByRole('table', { name: 'Work set' });
    const [active, suspended] = within(set).getAllByRole('row').slice(1);
    expect(active).toHaveTextContent('Things: State ACTIVE');
    expect(suspended).toHaveTextContent('Things: State SUSPENDED');
  });
});

const edge = () => screen.findByRole('separator', { name: 'Column width' });

async function widths(): Promise<readonly string[]> {
  return [...(await table()).querySelectorAll('col')].slice(1).map((col) => col.style.width);
}

it('changes the width of a column with arrow keys in the table itself', async () => {
  const { user } = await renderRoute(paths.things('size=10'));
  const [first, second] = await widths();
  const separator = await edge();
  expect(separator).toHaveAccessibleDescription('Arrows: ← → width, ↑ ↓ column');
  const before = Number(separator.ariaValueNow);
  expect(separator).toHaveAttribute('aria-valuetext', `ICCID, ${before} pixels`);
  separator.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(separator.ariaValueNow).toBe(String(before + 10));
  await waitFor(async () => expect((await widths())[0]).toBe(textPixels(before + 10)));
  expect((await widths())[0]).not.toBe(first);

  await user.keyboard('{ArrowDown}{End}');
  expect(separator).toHaveAttribute('aria-valuetext', 'Thing name, 600 pixels');
  await waitFor(async () => expect((await widths())[1]).toBe(textPixels(600)));
  expect((await widths())[1]).not.toBe(second);
  await user.keyboard('{Home}{ArrowLeft}');
  expect(separator.ariaValueNow).toBe('60');
  expect(separator).toHaveFocus();
});

it('keeps a width set by keyboard for the next visit', async () => {
  const storage = memoryTextStore();
  const { user, leave } = await renderRoute(paths.things('size=10'), { storage });
  (await edge()).focus();
  await user.keyboard('{Home}');
  await waitFor(async () => expect((await widths())[0]).toBe(textPixels(60)));
  leave();
  await renderRoute(paths.things('size=10'), { storage });
  expect((await widths())[0]).toBe(textPixels(60));
});

it('WCAG 1.4.13: shows a hint about the keys until Escape, and again on the next visit', async () => {
  const { user } = await renderRoute(paths.things('size=10'));
  const hint = () => screen.queryByText(/^ICCID: \d+ px\./);
  (await edge()).focus();
  expect(hint()).toBeVisible();
  await user.keyboard('{Escape}');
  expect(hint()).not.toBeVisible();
  await user.tab();
  expect(hint()).toBeVisible();
});

it('keeps the SIM beside the list open when Escape removes a hint or whole text, and closes it on the next Escape', async () => {
  showBesideTheList();
  const { user, sandbox, router } = await renderRoute(paths.things('size=10'));
  const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
  await act(() => router.navigate(paths.thing(iccid)));
  await screen.findByRole('heading', { name: iccid });
  (await edge()).focus();
  await user.keyboard('{Escape}');
  expect(router.state.location.pathname).toBe(paths.thing(iccid));
  // Every text in the row is cut off.
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(9);
  screen.getByRole('link', { name: iccid }).focus();
  await user.keyboard('{Escape}');
  expect(router.state.location.pathname).toBe(paths.thing(iccid));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.things()));
});

it('names columns by their labels only, because they are read out with each cell', async () => {
  await renderRoute(paths.things('size=10'));
  await edge();
  expect(within(await table()).getAllByRole('columnheader')[0]).toHaveAccessibleName('ICCID');
  expect(within(await table()).queryByRole('separator')).toBeNull();
});
