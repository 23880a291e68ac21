import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, textsOf } from '#testing/fixtures/expectText.ts';
import { firstPageCalls } from '#testing/fixtures/listCalls.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { openViewsDialog, storedPreferences } from '#testing/fixtures/openViews.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const table = () => screen.findByRole('table', { name: 'Things', hidden: true });

const mine = { id: 'v1', name: 'Mine', search: 'ThingsGroupName=Scooter&sort=ThingName' };

/** Opens the list and the dialog for a user who has this view. */
async function openMine(preferences: object = { views: [mine] }) {
  const storage = storedPreferences(preferences);
  const page = await renderRoute(paths.things('size=10'), { storage });
  const dialog = within(await openViewsDialog(page.user));
  return { ...page, storage, dialog };
}

describe('views', () => {
  it('save filters, order and columns under a name, and restore them', async () => {
    const { user, router } = await renderRoute(
      paths.things('ThingsGroupName=Scooter&sort=-ThingName&size=10&page=2'),
    );
    const dialog = await openViewsDialog(user);
    await user.type(within(dialog).getByRole('textbox', { name: 'View name' }), 'Scooters');
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(within(dialog).getByText('Saved as “Scooters”.')).toBeVisible();
    expect(within(dialog).getByText(/^Shown now/)).toBeVisible();
    await router.navigate(paths.things('size=10'));
    await waitFor(() => expect(within(dialog).queryByText(/^Shown now/)).not.toBeInTheDocument());
    await user.click(within(dialog).getByRole('button', { name: 'Scooters' }));
    await waitFor(() =>
      expect(router.state.location.search).toContain('ThingsGroupName=Scooter&sort=-ThingName'),
    );
    const search = new URLSearchParams(router.state.location.search);
    expect(search.get('size')).toBe('10');
    expect(search.get('page')).toBeNull();
    expect(search.get('columns')).toMatch(/^ExternalUniqueId\*,ThingName,/);
  });

  it('can be opened by other users through a copied link, and be the user’s start view', async () => {
    const { user, dialog, storage, ...first } = await openMine();
    await user.click(dialog.getByRole('button', { name: 'Start with Mine' }));
    await user.click(dialog.getByRole('button', { name: 'Copy link to Mine' }));
    const link = await navigator.clipboard.readText();
    expect(link).toMatch(/^http.*Scooter/);
    first.leave();
    for (const [as, address] of [
      ['reader', link.slice(window.location.origin.length)],
      ['writer', paths.things()],
    ] as const) {
      const { leave } = await renderRoute(address, { as, storage });
      const head = within(await table()).getByRole('columnheader', { name: 'Thing name' });
      expect(head).toHaveAttribute('aria-sort', 'ascending');
      expect(screen.getByRole('textbox', { name: 'Thing Group' })).toHaveValue('Scooter');
      leave();
    }
  });

  it('need a unique name; a rejected one gets the focus, so that the error is announced', async () => {
    const { user, dialog } = await openMine();
    const name = dialog.getByRole('textbox', { name: 'View name' });
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(name).toHaveAccessibleDescription('A view needs a name.');
    expect(name).toHaveFocus();
    await user.type(name, 'mine{Enter}');
    expect(name).toHaveAccessibleDescription('Another view has this name.');
    await user.clear(name);
    await user.type(name, ' data Blocked{Enter}');
    expect(name).toHaveAccessibleDescription('Another view has this name.');
    await user.click(dialog.getByRole('button', { name: 'Rename Mine' }));
    const next = dialog.getByRole('textbox', { name: 'New name' });
    await user.clear(next);
    await user.click(dialog.getByRole('button', { name: 'Save name' }));
    expect(next).toBeInvalid();
    expect(next).toHaveFocus();
  });

  it('can be renamed, deleted and restored', async () => {
    const { user, dialog } = await openMine();
    await user.click(dialog.getByRole('button', { name: 'Rename Mine' }));
    const name = dialog.getByRole('textbox', { name: 'New name' });
    await user.clear(name);
    await user.type(name, 'Ours{Enter}');
    expect(dialog.getByRole('button', { name: 'Rename Ours' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Delete Ours' }));
    expect(dialog.queryByRole('button', { name: 'Ours' })).not.toBeInTheDocument();
    expect(dialog.getByText('“Ours” was deleted.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(dialog.getByRole('button', { name: 'Ours' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('can be restored without undoing other changes', async () => {
    const views = [mine, { ...mine, id: 'v2', name: 'Theirs' }];
    const { user, dialog } = await openMine({ views, startView: 'v1' });
    await user.click(dialog.getByRole('button', { name: 'Delete Mine' }));
    await user.click(dialog.getByRole('button', { name: 'Rename Theirs' }));
    await user.type(dialog.getByRole('textbox', { name: 'New name' }), ' now{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(dialog.getByRole('button', { name: 'Mine' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Theirs now' })).toBeVisible();
    const start = dialog.getByRole('button', { name: 'Start with Mine' });
    expect(start).toHaveAttribute('aria-pressed', 'true');
  });

  it('shared as a link show the same columns, and do not change the user’s own', async () => {
    const storage = memoryTextStore();
    const { user } = await renderRoute(paths.things('columns=IMEI,State&size=10'), { storage });
    const shown = await table();
    const heads = () => within(shown).getAllByRole('columnheader', { hidden: true });
    expect(textsOf(heads()).join()).toBe('ICCID,IMEI (last known),State');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('button', { name: 'Remove State' }));
    await waitFor(() => expect(heads()).toHaveLength(2));
    expect(storage.read('sim-console:/:preferences:writer')).toBeNull();
  });

  it('offer a way back to the user’s own columns', async () => {
    const storage = storedPreferences({ columns: [{ id: 'ExternalUniqueId' }, { id: 'Lac' }] });
    const { user } = await renderRoute(paths.things('columns=IMEI,State&size=10'), { storage });
    const shown = await table();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    expect(await screen.findByText(/^These columns come from the address/)).toBeVisible();
    // A double click does not go on to reset them.
    await user.dblClick(screen.getByRole('button', { name: 'Back to my columns' }));
    const heads = () => within(shown).getAllByRole('columnheader', { hidden: true });
    await waitFor(() => expect(textsOf(heads())).toEqual(['ICCID', 'LAC']));
    expectText('Changes apply immediately and are stored in this browser.');
  });

  it('open the start view once, if the address has no parameters', async () => {
    const storage = storedPreferences({ views: [mine], startView: 'v1' });
    const { sandbox, router } = await renderRoute(paths.things(), { storage });
    await table();
    expect(router.state.location.search).toBe(`?${mine.search}`);
    expect(firstPageCalls(sandbox)).toHaveLength(1);
    await router.navigate(paths.things());
    await screen.findByText(/^Rows 1–25/);
    expect(router.state.location.search).toBe('');
  });

  it('do not open a cleared start view again after a reload, but do in a new tab', async () => {
    const [storage, tabStorage] = [memoryTextStore(), memoryTextStore()];
    const load = async (tab = tabStorage) => {
      const page = await renderRoute(paths.things(), { storage, tabStorage: tab });
      await table();
      return page;
    };
    const first = await load();
    const dialog = within(await openViewsDialog(first.user));
    await first.user.click(dialog.getByRole('button', { name: 'Start with Suspended' }));
    first.leave();

    // Since choosing the view, the user has not opened the unfiltered list.
    const again = await load();
    expect(again.router.state.location.search).toBe('?State=SUSPENDED');
    await again.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getByLabelText('State')).toHaveValue(''));
    // Once the page has shown all Things, it stores that the user asked for them.
    await waitFor(() =>
      expect(tabStorage.read('sim-console:/:drafts')).toContain('wants all Things'),
    );
    again.leave();

    const reloaded = await load();
    expect(await screen.findByText(/^Rows 1–25/)).toBeVisible();
    expect(reloaded.router.state.location.search).toBe('');
    reloaded.leave();
    expect((await load(memoryTextStore())).router.state.location.search).toBe('?State=SUSPENDED');
  });

  it('do not open the start view if the address has parameters', async () => {
    const storage = storedPreferences({ startView: 'builtIn:suspended' });
    const { router } = await renderRoute(paths.things('IMEI=35'), { storage });
    await table();
    expect(router.state.location.search).toBe('?IMEI=35');
  });
});

describe('views that the service cannot filter', () => {
  it('mark rows on the page in words, and say that they do only that', async () => {
    const sandbox = createSandbox({ things: 200 });
    const { user, router } = await renderRoute(paths.things('size=50'), { sandbox });
    const dialog = await openViewsDialog(user);
    expect(within(dialog).getAllByText('Only marks rows on this page').length).toBeGreaterThan(0);
    await user.click(within(dialog).getByRole('button', { name: 'Data blocked' }));
    await waitFor(() => expect(router.state.location.search).toBe('?size=50&mark=dataBlocked'));
    const marked = within(await table()).getAllByText('Data blocked');
    const blocked = sandbox.state
      .things()
      .slice(0, 50)
      .filter(({ Block }) => Block.Data || Block.LTEData);
    expect(marked).toHaveLength(blocked.length);
    expect(screen.getByText(/matches are only marked on this page/)).toHaveTextContent(
      `${blocked.length} of 50`,
    );
    await user.click(screen.getByRole('button', { name: 'Stop marking' }));
    await waitFor(() => expect(router.state.location.search).toBe('?size=50'));
  });

  it('count a row without the necessary field as unknown rather than unmarked', async () => {
    const sandbox = createSandbox({ things: 60, thingFields: 'nulls' });
    await renderRoute(paths.things('size=50&mark=dataBlocked'), { sandbox });
    expect(
      await screen.findByText(/matches are only marked on this page \(0 of 50\)/),
    ).toHaveTextContent('50 records have no readable value.');
  });
});
