import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { listOffsets } from '#testing/fixtures/listCalls.ts';
import { openHeldList } from '#testing/fixtures/openHeldList.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { countRenders } from '#testing/fixtures/renders.ts';

const table = () => screen.findByRole('table', { name: 'Things' });
const button = (name: string) => screen.getByRole('button', { name });
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
