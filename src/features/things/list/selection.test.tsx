import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const table = () => screen.findByRole('table', { name: 'Things' });
const boxes = async () => within(await table()).getAllByRole('checkbox', { name: /^Select \d+$/ });
const all = () => screen.getByRole('checkbox', { name: 'Select all on this page' });
const links = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((head) => within(head).getByRole('link'));
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
