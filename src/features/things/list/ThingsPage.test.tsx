import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { firstPageCalls } from '#testing/fixtures/listCalls.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const table = () => screen.findByRole('table', { name: 'Things' });
const button = (name: string) => screen.getByRole('button', { name });
async function rows(): Promise<readonly HTMLElement[]> {
  const all = within(await table()).getAllByRole('row');
  return all.slice(1);
}

/** @param index of the column, from 0, not counting the checkboxes */
async function column(index: number): Promise<readonly string[]> {
  return (await rows()).map((row) => row.children[index + 1]?.textContent ?? '');
}

describe('the list of Things', () => {
  it('shows 25 rows and says that more are available, without a total', async () => {
    await renderRoute(paths.things());
    expect(await rows()).toHaveLength(25);
    expect(screen.getByText('Rows 1–25, more available')).toBeVisible();
    expect(screen.getByText('Not sorted: rows may shift between pages.')).toBeVisible();
  });

  it('R7: sends nothing while a filter is typed, and one call when it is applied', async () => {
    const { sandbox, user, expectSearchSoon } = await renderRoute(paths.things());
    await table();
    const before = firstPageCalls(sandbox).length;
    await user.type(screen.getByRole('textbox', { name: 'Thing Group' }), 'Scooter Sharing');
    expect(firstPageCalls(sandbox)).toHaveLength(before);
    await user.keyboard('{Enter}');
    await expectSearchSoon('?ThingsGroupName=Scooter+Sharing');
    await waitFor(async () =>
      expect(new Set(await column(2))).toEqual(new Set(['Scooter Sharing'])),
    );
    expect(firstPageCalls(sandbox)).toHaveLength(before + 1);
  });

  it('clears all filters together', async () => {
    const { user, router } = await renderRoute(paths.things('IMEI=1&State=ACTIVE&Tags=t&size=10'));
    expect(await screen.findByText(/^No Things match these filters\./)).toBeVisible();
    await user.click(button('Clear filters'));
    await waitFor(() => expect(router.state.location.search).toBe('?size=10'));
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.getByRole('textbox', { name: 'IMEI' })).toHaveValue('');
  });

  it('sorts by name: ascending, descending, or not at all', async () => {
    const { user, router } = await renderRoute(paths.things());
    await table();
    const sorts: string[] = [];
    for (const expected of ['?sort=ThingName', '?sort=-ThingName', '']) {
      await user.click(button('Thing name'));
      await waitFor(() => expect(router.state.location.search).toBe(expected));
      sorts.push(screen.getByRole('columnheader', { name: 'Thing name' }).ariaSort ?? '');
    }
    expect(sorts).toEqual(['ascending', 'descending', 'none']);
  });

  it('can be sorted while the name column is hidden', async () => {
    const { user, router } = await renderRoute(paths.things('columns=ExternalUniqueId,IMEI'));
    await table();
    const choice = screen.getByRole('combobox', { name: 'Sort' });
    for (const [words, search] of [
      ['Thing name, Z to A', 'sort=-ThingName'],
      ['Thing name, A to Z', 'sort=ThingName'],
      ['Not sorted', undefined],
    ] as const) {
      await user.selectOptions(choice, words);
      await waitFor(() => expect(choice).toHaveDisplayValue(words));
      expect(router.state.location.search.split('&')[1]).toBe(search);
    }
  });

  it('requests the order from the service', async () => {
    await renderRoute(paths.things('sort=-ThingName&size=50'));
    const names = await column(1);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? 1 : -1)));
  });

  it('can be paged to the end, and shows a total only once the end has been reached', async () => {
    const { user, sandbox } = await renderRoute(
      paths.things('ThingsGroupName=Scooter&size=10&sort=ThingName'),
    );
    const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
    const end = group?.measures.total;
    await table();
    expect(screen.getByText('Rows 1–10, more available')).toBeVisible();
    const firstPage = await column(0);
    await user.click(button('Next page'));
    await expectTextSoon(`Rows 11–${end} of ${end}`);
    expect((await column(0)).filter((iccid) => firstPage.includes(iccid))).toEqual([]);
    await user.click(button('Previous page'));
    await expectTextSoon(`Rows 1–10 of ${end}`);
  });

  it('starts again at page 1 when the number of rows changes', async () => {
    const { user, router } = await renderRoute(paths.things('page=2&size=10'));
    await table();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50');
    await waitFor(() => expect(router.state.location.search).toBe('?size=50'));
    await waitFor(async () => expect(await rows()).toHaveLength(50));
    expect(screen.getByText(/^Rows 1–50, (?:perhaps more|more available)$/)).toBeVisible();
  });

  it('says that a later page is empty, and links back', async () => {
    const { user } = await renderRoute(paths.things('page=900'));
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    expect(await rows()).toHaveLength(25);
  });

  it('counts down to the retry after a 429, which can be cancelled', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '38' });
    const { user } = await renderRoute(paths.things(), { sandbox });
    expect(await screen.findByRole('timer')).toHaveTextContent(/^in 3\d s$/);
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByText(/Trying again/)).not.toBeInTheDocument());
    expect(firstPageCalls(sandbox)).toHaveLength(1);
  });
});

describe('one Thing', () => {
  it('opens by its exact ICCID, with a link back to the same rows', async () => {
    const sandbox = createSandbox({ things: 60 });
    const [thing] = sandbox.state.things();
    const iccid = thing?.ExternalUniqueId ?? '';
    const { user, router } = await renderRoute(paths.thing(iccid, 'State=ACTIVE&page=2'), {
      sandbox,
    });
    expect(await screen.findByRole('heading', { name: iccid, level: 1 })).toBeVisible();
    const identity = await screen.findByRole('region', { name: 'Identity' });
    expect(identity).toHaveTextContent(thing?.MSISDN ?? 'no MSISDN');
    const read = sandbox.state.requests().filter(({ route }) => route === 'GET /things');
    expect(read).toMatchObject([{ query: { 'filterBy[ExternalUniqueId]': iccid } }]);
    await user.click(screen.getByRole('link', { name: /Back to Things/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/things'));
    expect(router.state.location.search).toBe('?State=ACTIVE&page=2');
    expect(await screen.findByRole('table', { name: 'Things' })).toBeVisible();
  });

  it('is not found by part of its ICCID, although the filter matches parts', async () => {
    const sandbox = createSandbox({ things: 60 });
    const part = sandbox.state.things()[0]?.ExternalUniqueId.slice(0, 12) ?? '';
    await renderRoute(paths.thing(part), { sandbox });
    expect(await screen.findByText(`No Thing with the ICCID ${part} was found.`)).toBeVisible();
  });
});

/** Shows the list, with an earlier list URL in the browser history for Back. */
async function openList() {
  const opened = await renderRoute(paths.things());
  await opened.router.navigate(paths.things('size=10'));
  const [row] = await screen.findAllByRole('rowheader');
  if (!row) throw new Error('The list has a row');
  return { ...opened, link: within(row).getByRole('link') };
}

describe('Escape closes a Thing', () => {
  it('whose code is still loading, and leaves both the list and the history unchanged', async () => {
    const { router, link } = await openList();
    link.focus();
    // In one task, before any code can arrive.
    fireEvent.click(link);
    expect(router.state.navigation.state).toBe('loading');
    fireEvent.keyDown(link, { key: 'Escape' });
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '?size=10' });
    expect(link).toHaveFocus();

    await router.navigate(-1);
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '' });
  });

  it('whose code has just arrived, just like a Thing already shown', async () => {
    const { router, link, user, sandbox } = await openList();
    const iccid = link.textContent;
    await user.click(link);
    await waitFor(() => expect(screen.getByRole('heading', { name: iccid })).toHaveFocus());
    expect(router.state.location).toMatchObject({
      pathname: paths.thing(iccid),
      search: '?size=10',
    });
    expect(await screen.findByRole('img', { name: /^Position/ })).toBeVisible();
    // The list already has the record.
    const ofOne = sandbox.state
      .requests()
      .filter(({ query }) => 'filterBy[ExternalUniqueId]' in query);
    expect(ofOne).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: iccid })).toHaveFocus());
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '?size=10' });

    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.thing(iccid));
    expect(await screen.findByRole('heading', { name: iccid })).toBeVisible();
  });

  it('whose response has not arrived yet', async () => {
    const sandbox = createSandbox({ things: 60 });
    const iccid = sandbox.state.things()[3]?.ExternalUniqueId ?? '';
    // Longer than the test: the response never arrives.
    sandbox.faults.add({ route: 'GET /things', delayMs: 600_000 });
    const { router, user } = await renderRoute(paths.thing(iccid, 'size=10'), { sandbox });
    await screen.findByText('Loading this Thing…');
    await user.keyboard('{Escape}');
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '?size=10' });
  });

  it('without preventing navigation to another page', async () => {
    const { router, link } = await openList();
    fireEvent.click(screen.getByRole('link', { name: 'Thing Groups' }));
    expect(router.state.navigation.state).toBe('loading');
    fireEvent.keyDown(link, { key: 'Escape' });
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(router.state.location.pathname).toBe(paths.groups());
  });
});
