import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { listOffsets } from '#testing/fixtures/listCalls.ts';
import { openHeldList } from '#testing/fixtures/openHeldList.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { countRenders } from '#testing/fixtures/renders.ts';

const table = () => screen.findByRole('table', { name: 'Things' });
const button = (name: string) => screen.getByRole('button', { name });
const next = () => button('Next page');

describe('the next page', () => {
  it('is prefetched once, and then shown without a call', async () => {
    const { sandbox, user } = await renderRoute(paths.things('size=10&sort=ThingName'));
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    await user.click(next());
    expect(screen.getByText('Rows 11–20, more available')).toBeVisible();
    expect(next()).toHaveFocus();
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10, 20]));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByText('Rows 1–10, more available');
    await user.click(next());
    await screen.findByText('Rows 11–20, more available');
    expect(listOffsets(sandbox)).toEqual([0, 10, 20]);
  });

  const few = { things: 60, consoleLimit: { requests: 3, windowSeconds: 60 } };
  it.each([
    ['when few calls are left', few, 'size=10', /^Rows 1–10/, 0],
    ['at the end of the list', { things: 32 }, 'size=25&page=2', /^Rows 26–32/, 25],
  ])('is not prefetched %s', async (_when, options, search, rows, offset) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2 });
    onTestFinished(() => void vi.useRealTimers());
    const sandbox = createSandbox(options);
    await renderRoute(paths.things(search), { sandbox });
    await screen.findByText(rows);
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(listOffsets(sandbox)).toEqual([offset]);
  });

  it('shows no error if its prefetch fails, and is read when it is opened', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1 });
    const { user } = await renderRoute(paths.things('size=10'), { sandbox });
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(next());
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    expect(listOffsets(sandbox).slice(0, 3)).toEqual([0, 10, 10]);
  });

  it('leaves the previous rows on screen, marked as being replaced, until it arrives', async () => {
    const { sandbox, user, hold, answer } = await openHeldList('size=10');
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    hold();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
    expect(screen.getByText('Loading other rows…')).toBeVisible();
    const shown = await table();
    expect(shown).toHaveAttribute('aria-busy', 'true');
    expect(within(shown).getAllByRole('row')).toHaveLength(11);
    await answer();
    await screen.findByText(/^Rows 1–25/);
    expect(shown).toHaveAttribute('aria-busy', 'false');
  });

  it('V2: leaves the previous rows, and says so, if it cannot be read', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1, count: Infinity });
    const { user, router } = await renderRoute(paths.things('size=10'), { sandbox });
    const [, first] = within(await screen.findByRole('table')).getAllByRole('row');
    const shown = first?.textContent;
    const [link] = within(screen.getByRole('table')).getAllByRole('link');
    link?.focus();
    await user.keyboard(']');
    expect(await screen.findByRole('alert')).toHaveTextContent(/403/);
    expect(screen.getByText(/^The requested rows could not be loaded/)).toBeVisible();
    expect(within(screen.getByRole('table')).getAllByRole('row')[1]).toHaveTextContent(shown ?? '');
    expect(link).toHaveFocus();
    await user.keyboard('[[');
    expect(router.state.location.search).toBe('?size=10');
    expect(await screen.findByText(/^Rows 1–10/)).toBeVisible();
    expect(screen.queryByText(/^The requested rows could not be loaded/)).not.toBeInTheDocument();
  });
});

describe('the end', () => {
  it('is shown only for the filter for which it was seen', async () => {
    const sandbox = createSandbox({ things: 32 });
    const { user } = await renderRoute(paths.things('size=25&sort=ThingName'), { sandbox });
    expect(await screen.findByText(/^Rows 1–25/)).toBeVisible();
    await user.click(next());
    expect(await screen.findByText('Rows 26–32 of 32')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByText('Rows 1–25 of 32')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'ACTIVE');
    await user.click(screen.getByRole('button', { name: 'Apply filters' }));
    await waitFor(() => expect(screen.queryByText(/of 32/)).not.toBeInTheDocument());
  });

  it('is found by prefetching if all pages are full', async () => {
    const sandbox = createSandbox({ things: 50 });
    await renderRoute(paths.things('size=50&sort=ThingName'), { sandbox });
    expect(await screen.findByText('Rows 1–50, perhaps more')).toBeVisible();
    expect(await screen.findByText('Rows 1–50 of 50')).toBeVisible();
    expect(next()).toHaveAttribute('aria-disabled', 'true');
  });

  it('is announced once with its rows; later additions are shown silently', async () => {
    const sandbox = createSandbox({ things: 170 });
    const { user } = await renderRoute(paths.things('size=50&sort=ThingName'), { sandbox });
    const summary = await screen.findByText('Rows 1–50, perhaps more');
    expect(summary).toHaveAttribute('aria-live', 'polite');
    await waitFor(() => expect(summary).toHaveTextContent('Rows 1–50, more available'));
    expect(summary).toHaveAttribute('aria-live', 'off');
    await user.click(next());
    expect(summary).toHaveTextContent('Rows 51–100');
    expect(summary).toHaveAttribute('aria-live', 'polite');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(summary).toHaveTextContent('Rows 1–50, more available');
    expect(summary).toHaveAttribute('aria-live', 'polite');
  });
});

const first = /^Rows 1–10/;

describe('single keys', () => {
  it('[ and ] turn the page if there is one to turn to', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    await screen.findByText(first);
    await user.keyboard('[[');
    expect(router.state.location.search).toBe('?size=10');
    // A checkbox takes no text, so that the keys work after a selection too.
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.keyboard(']');
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    await user.keyboard('[[');
    expect(await screen.findByText(first)).toBeVisible();
  });

  it('do nothing in a text field, with a modifier, or behind a dialog', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    await screen.findByText(first);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ']/?');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue(']/?');
    screen.getByRole('button', { name: 'Refresh' }).focus();
    await user.keyboard('{Control>}]{/Control}{Alt>}]{/Alt}{Meta>}]{/Meta}');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await screen.findByRole('dialog', { name: 'Columns' });
    await user.keyboard(']');
    expect(router.state.location.search).toBe('?size=10');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('are listed by ?, and can be switched off there', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    await screen.findByText(first);
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog).toHaveTextContent('Next page');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard(']?/');
    expect(router.state.location.search).toBe('?size=10');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Find a SIM' })).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' })).not.toBeChecked();
  });
});

const rowElements = async () => within(await table()).getAllByRole('row');

/** The components of the parts around the rows, including those nested in them. */
const besideTheRows = [
  'FindSim',
  'ThingsFilters',
  'FilterForm',
  'FilterControl',
  'ListDialogs',
  'DialogButton',
  'MapToggle',
  'ThingsTableHead',
  'SizeChoice',
  'AccountButton',
  'SessionWatch',
];

describe('a click in the list', () => {
  it('renders new rows and nothing else', async () => {
    const { sandbox, user } = await renderRoute(paths.things('size=10&sort=ThingName&page=2'));
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([10, 20]));
    await screen.findByText(/^Rows 11–20/);
    await screen.findByRole('separator', { name: 'Column width' });
    const rendered = countRenders();
    await user.click(button('Next page'));
    await screen.findByText(/^Rows 21–30/);
    expect(rendered().filter((name) => name === 'ThingRow')).toHaveLength(10);
    expect(rendered().filter((name) => name === 'TableExtras').length).toBeLessThan(2);
    expect(rendered().filter((name) => besideTheRows.includes(name))).toEqual([]);
  });

  it('renders filters when they are applied, but not again when their rows arrive', async () => {
    const { sandbox, user, hold, answer } = await openHeldList('size=10');
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    hold();
    const inForm = countRenders();
    await user.click(button('Clear filters'));
    expect(inForm()).not.toContain('FilterControl');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'SUSPENDED');
    await user.click(button('Apply filters'));
    await screen.findByText('Loading other rows…');
    expect(inForm().filter((name) => name === 'FilterControl')).toHaveLength(1);
    expect(screen.getByRole('list', { name: 'Applied filters' })).toBeVisible();
    const rendered = countRenders();
    await answer();
    await screen.findByText(/^Rows 1–10/);
    expect(rendered()).toContain('ThingRow');
    expect(rendered().filter((name) => besideTheRows.includes(name))).toEqual([]);
  });

  it('is shown as accepted before the rows change, without an announcement', async () => {
    const { sandbox, user } = await renderRoute(paths.things('size=10&sort=ThingName'));
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    const shown = await table();
    const summary = await screen.findByText(/^Rows 1–10/);
    const seen: string[] = [];
    const watch = new MutationObserver((changes) => {
      for (const { target, oldValue } of changes) {
        const what = target === shown ? `busy, before ${oldValue}` : 'rows';
        if (seen.at(-1) !== what) seen.push(what);
      }
    });
    watch.observe(shown, { attributeFilter: ['aria-busy'], attributeOldValue: true });
    const [, body] = within(shown).getAllByRole('rowgroup');
    if (body) watch.observe(body, { characterData: true, childList: true, subtree: true });
    const said: string[] = [];
    const listen = new MutationObserver(() => said.push(summary.textContent));
    listen.observe(summary, { characterData: true, childList: true, subtree: true });
    await user.click(button('Next page'));
    await screen.findByText(/^Rows 11–20/);
    expect(seen[0]).toBe('busy, before false');
    expect(seen).toContain('rows');
    expect(shown).toHaveAttribute('aria-busy', 'false');
    expect(new Set(said.map((text) => text.slice(0, 10))).size).toBe(1);
  });
});

it('rows that stay the same keep their elements, unmodified, when the list is refreshed', async () => {
  const { sandbox, user } = await renderRoute(paths.things('size=10&sort=ThingName'));
  await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
  const before = await rowElements();
  const rendered = countRenders();
  const changes: MutationRecord[] = [];
  const watch = new MutationObserver((records) => changes.push(...records));
  const [, body] = within(await table()).getAllByRole('rowgroup');
  if (body) watch.observe(body, { attributes: true, childList: true, subtree: true });
  await user.click(button('Refresh'));
  await waitFor(() =>
    expect(listOffsets(sandbox).filter((offset) => offset === 0)).toHaveLength(2),
  );
  await waitFor(() => expect(button('Refresh')).toHaveAttribute('aria-disabled', 'false'));
  expect(rendered().filter((name) => name === 'ThingRow')).toEqual([]);
  expect(changes).toEqual([]);
  expect(await rowElements()).toEqual(before);
});
