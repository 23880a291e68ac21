import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { firstPageCalls } from '#testing/fixtures/listCalls.ts';
import {
  openFor,
  openViews,
  scooters,
  storedPreferences,
  teamOfWriter,
  type Member,
} from '#testing/fixtures/openViews.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

import { teamViewPath } from './views.ts';

const search = 'ThingsGroupName=Van&columns=IMEI';

const isWrite = (_path: string, init?: RequestInit) => init?.method === 'PUT';

type Opened = Awaited<ReturnType<typeof openFor>>;

/** Opens the dialog for the author of this view. */
async function openShared(view: Parameters<Member['put']>[1]) {
  const { writer } = await teamOfWriter();
  await writer.put('v', view);
  return { writer, page: await openFor(writer) };
}

async function shareAs(page: Opened, name: string) {
  await page.user.type(page.dialog.getByRole('textbox', { name: 'View name' }), name);
  await page.user.click(page.dialog.getByRole('checkbox', { name: 'Share with the team' }));
  await page.user.click(page.dialog.getByRole('button', { name: 'Save view' }));
}

async function renameTo(page: Opened, name: string, next: string) {
  await page.user.click(await page.team.findByRole('button', { name: `Rename ${name}` }));
  const field = page.team.getByRole('textbox', { name: 'New name' });
  await page.user.clear(field);
  await page.user.type(field, next);
  return field;
}

describe('Q6: a view shared with the team', () => {
  it('is saved for everyone, with its author, and opened by a colleague', async () => {
    const { writer, reader } = await teamOfWriter();
    const page = await openFor(writer);
    await expectTextSoon(/^Nobody has shared a view yet/);
    await shareAs(page, 'Scooters');
    await expectTextSoon('Shared with the team as “Scooters”.');
    expect(page.dialog.getByRole('textbox', { name: 'View name' })).toHaveValue('');
    expect(await page.team.findByText('By you.')).toBeVisible();
    expect(await reader.list()).toMatchObject([{ name: 'Scooters', author: 'writer' }]);
    page.leave();

    await reader.put('vans', { name: 'Vans', search });
    const again = await openFor(writer);
    expect(await again.team.findByText('By reader.')).toBeVisible();
    expect(
      again.team.queryByRole('button', { name: /^(?:Rename|Delete|Update|Unshare) Vans/ }),
    ).toBe(null);
    expect(again.team.queryByRole('button', { name: 'Start with Vans' })).toBe(null);
    await again.user.click(again.team.getByRole('button', { name: 'Vans' }));
    const shown = () => new URLSearchParams(again.router.state.location.search);
    await waitFor(() => expect(shown().get('ThingsGroupName')).toBe('Van'));
    expect(Object.fromEntries(shown())).toMatchObject({
      size: '10',
      columns: 'ExternalUniqueId*,IMEI',
    });
  });

  it('lets nobody type on while it is being shared, because that name would be lost', async () => {
    const { writer } = await teamOfWriter();
    const sharing = hold();
    const page = await openFor({ ...writer, views: sharing.before(writer.views, isWrite) });
    await shareAs(page, 'Scooters');
    await sharing.reached;
    const name = page.dialog.getByRole('textbox', { name: 'View name' });
    await page.user.type(name, ' of Bern');
    expect(name).toHaveValue('Scooters');
    sharing.answer();
    await expectTextSoon('Shared with the team as “Scooters”.');
    await page.user.type(name, 'Vans');
    expect(name).toHaveValue('Vans');
  });

  it('appears even if the list was being read for the first time when it was shared', async () => {
    const { writer } = await teamOfWriter();
    const reading = hold();
    const views: Member['views'] = async (path, init) => {
      const answer = await writer.views(path, init);
      if (init?.method !== 'PUT') await reading.pass();
      return answer;
    };
    const page = await openFor({ ...writer, views });
    await reading.reached;
    await shareAs(page, 'Scooters');
    await expectTextSoon('Shared with the team as “Scooters”.');
    reading.answer();
    expect(await page.team.findByText('By you.')).toBeVisible();
  });

  it('leaves a rename alone that was opened after another was cancelled, and its focus', async () => {
    const { writer } = await teamOfWriter();
    await writer.put('v', { name: 'Scooters' });
    const saving = hold();
    const page = await openFor({ ...writer, views: saving.before(writer.views, isWrite) });
    await page.user.type(await renameTo(page, 'Scooters', 'Mopeds'), '{Enter}{Enter}');
    await page.user.click(page.team.getByRole('button', { name: 'Cancel' }));
    const next = await renameTo(page, 'Scooters', 'Bikes');
    saving.answer();
    await waitFor(async () => expect(await writer.list()).toMatchObject([{ name: 'Mopeds' }]));
    expect(next).toHaveValue('Bikes');
    expect(next).toHaveFocus();
  });

  it('is confirmed with its name as everybody sees it, without direction changes', async () => {
    const { writer, reader } = await teamOfWriter();
    const own = { id: 'view:1', name: 'Bik\u202Ees', search };
    const page = await openFor(writer, scooters, storedPreferences({ views: [own] }));
    await shareAs(page, 'Sco\u202Eoters');
    await expectTextSoon('Shared with the team as “Scooters”.');
    await page.user.click(page.dialog.getByRole('button', { name: /^Share Bik/ }));
    await expectTextSoon('“Bikes” is now shared with the team.');
    expect(await reader.list()).toMatchObject([{ name: 'Bikes' }, { name: 'Scooters' }]);
  });

  it('is requested only when the dialog opens, and never with static hosting', async () => {
    const { writer } = await teamOfWriter();
    const calls: string[] = [];
    const views: Member['views'] = async (...call) => {
      calls.push(call[0]);
      return writer.views?.(...call) ?? Response.error();
    };
    const page = await renderRoute(scooters, { views });
    await screen.findByRole('table', { name: 'Things' });
    expect(calls).toEqual([]);
    await openViews(page.user);
    await waitFor(() => expect(calls).toEqual(['/records/views']));
    page.leave();

    const statically = await openViews((await renderRoute(scooters)).user);
    expect(statically.dialog.getByText(/^Views cannot be shared here/)).toBeVisible();
    expect(statically.dialog.queryByRole('checkbox')).toBe(null);
  });

  it('keeps the typed name, and shows what another tab has stored, if both rename it', async () => {
    const { writer, page } = await openShared({ name: 'Scooters' });
    const field = await renameTo(page, 'Scooters', 'Mopeds');
    await writer.put('v', { name: 'Bikes', revision: 1 });
    // Another change reads the list again, which must not hide the other tab's change from the user.
    await shareAs(page, 'Other');
    await expectTextSoon('Shared with the team as “Other”.');
    await page.user.type(field, '{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not save “Mopeds”: the gateway refused it (409).');
    expect(alert).toHaveTextContent('It is now called “Bikes”.');
    expect(field).toHaveValue('Mopeds');
    expect(await writer.list()).toMatchObject([{ name: 'Bikes', revision: 2 }, { name: 'Other' }]);
    await page.user.click(page.team.getByRole('button', { name: 'Save name' }));
    await waitFor(() =>
      expect(page.team.getByRole('button', { name: 'Rename Mopeds' })).toHaveFocus(),
    );
  });

  it('keeps the typed name if the view was removed, and shares it again on request', async () => {
    const { writer, page } = await openShared({ name: 'Scooters' });
    const field = await renameTo(page, 'Scooters', 'Mopeds');
    await writer.send('DELETE', '/records/views/v?revision=1');
    await page.user.type(field, '{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('was removed in the meantime');
    await expectTextSoon(/^Nobody has shared a view yet/);
    expect(field).toHaveValue('Mopeds');
    await page.user.type(field, '{Enter}');
    await page.team.findByRole('button', { name: 'Mopeds' });
    expect(await writer.list()).toMatchObject([{ id: 'v', name: 'Mopeds', revision: 1 }]);
  });

  it('keeps the typed name if a colleague has taken it', async () => {
    const { writer, reader } = await teamOfWriter();
    await reader.put('theirs', { name: 'scooters' });
    const page = await openFor(writer);
    await shareAs(page, 'Scooters');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'reader already shares a view called “scooters”. Choose another name.',
    );
    const field = page.dialog.getByRole('textbox', { name: 'View name' });
    expect(field).toHaveValue('Scooters');
    expect(page.dialog.getByRole('checkbox')).toBeChecked();
    await page.user.type(field, ' 2{Enter}');
    await page.team.findByRole('button', { name: 'Scooters 2' });
  });

  it('is stored once if the response is lost and the user saves again', async () => {
    const { writer } = await teamOfWriter();
    let isLost = true;
    const views: Member['views'] = async (path, init) => {
      const answer = await writer.views?.(path, init);
      if (!answer || (isLost && init.method === 'PUT')) throw new TypeError('connection lost');
      return answer;
    };
    const page = await openFor({ ...writer, views });
    await shareAs(page, 'Scooters');
    expect(await screen.findByRole('alert')).toHaveTextContent('may or may not have been saved');
    isLost = false;
    await page.team.findByRole('button', { name: 'Scooters' });
    await page.user.type(page.dialog.getByRole('textbox', { name: 'View name' }), ' 2{Enter}');
    await expectTextSoon('Shared with the team as “Scooters 2”.');
    expect(await writer.list()).toMatchObject([{ name: 'Scooters 2', revision: 2 }]);
  });

  it('can be updated to the current list, deleted, and restored', async () => {
    const { writer, page } = await openShared({ name: 'Mine', search });
    const undo = async (status: string) => {
      await expectTextSoon(status);
      expect(page.dialog.getByRole('button', { name: 'Undo' })).toHaveFocus();
      await page.user.keyboard('{Enter}');
    };
    await page.user.click(
      await page.team.findByRole('button', { name: 'Update Mine to the current list' }),
    );
    expect(await page.team.findByText('Shown now.')).toBeVisible();
    expect((await writer.list())[0]?.search).toMatch(/^ThingsGroupName=Scooter&columns=/);
    await undo('“Mine” now opens the current list.');
    await expectTextSoon('“Mine” was restored.');
    expect(await writer.list()).toMatchObject([{ search, revision: 3 }]);
    await page.user.click(await page.team.findByRole('button', { name: 'Delete Mine' }));
    await waitFor(() => expect(page.team.queryByRole('button', { name: 'Mine' })).toBe(null));
    await undo('“Mine” was deleted.');
    await expectTextSoon('“Mine” was restored.');
    expect(page.dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(await writer.list()).toMatchObject([{ id: 'v', search, revision: 1 }]);
  });

  it('moves from the user’s own views to the team’s, and back', async () => {
    const { writer } = await teamOfWriter();
    const storage = storedPreferences({
      views: [{ id: 'view:1', name: 'Mine', search }],
      startView: 'view:1',
    });
    const page = await openFor(writer, scooters, storage);
    const own = within(page.dialog.getByRole('region', { name: 'Saved' }));
    await page.user.click(own.getByRole('button', { name: 'Share Mine with the team' }));
    await expectTextSoon(
      '“Mine” is now shared with the team. The console no longer opens with it.',
    );
    expect(page.dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(own.queryByRole('button', { name: 'Mine' })).toBe(null);
    await page.user.click(page.team.getByRole('button', { name: 'Unshare Mine' }));
    await expectTextSoon('“Mine” is now only in this browser.');
    expect(own.getByRole('button', { name: 'Mine' })).toBeVisible();
    expect(page.team.queryByRole('button', { name: 'Mine' })).toBe(null);
    expect(await writer.list()).toEqual([]);
  });

  it('stays in one place if moving it fails', async () => {
    const { writer, reader } = await teamOfWriter();
    await reader.put('theirs', { name: 'Mine' });
    const own = { id: 'view:1', name: 'Mine', search };
    const page = await openFor(writer, scooters, storedPreferences({ views: [own] }));
    await page.user.click(page.dialog.getByRole('button', { name: 'Share Mine with the team' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not save “Mine”');
    const region = within(page.dialog.getByRole('region', { name: 'Saved' }));
    expect(region.getByRole('button', { name: 'Mine' })).toBeVisible();
  });

  it('is also kept in this browser if unsharing it fails', async () => {
    const { writer, page } = await openShared({ name: 'Mine' });
    const unshare = await page.team.findByRole('button', { name: 'Unshare Mine' });
    await writer.put('v', { name: 'Ours', revision: 1 });
    await page.user.click(unshare);
    expect(await screen.findByRole('alert')).toHaveTextContent('It is now called “Ours”.');
    const region = within(page.dialog.getByRole('region', { name: 'Saved' }));
    expect(region.getByRole('button', { name: 'Mine' })).toBeVisible();
    expect(await page.team.findByRole('button', { name: 'Ours' })).toBeVisible();
  });

  it('does not hide the user’s own views if the gateway fails', async () => {
    const views: Member['views'] = async () =>
      Response.json({ message: 'broken', request_id: 'r-7' }, { status: 400 });
    const storage = storedPreferences({ views: [{ id: 'view:1', name: 'Mine', search }] });
    const opened = await openViews((await renderRoute(scooters, { storage, views })).user);
    expect(await opened.team.findByRole('alert')).toHaveTextContent(
      'Could not load the team’s views',
    );
    expect(opened.team.getByText('r-7')).toBeVisible();
    expect(opened.team.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(opened.dialog.getByRole('button', { name: 'Mine' })).toBeVisible();
  });
});

describe('Q6: the address of a shared view', () => {
  it('leads to the list with the view’s parameters, and requests the rows once', async () => {
    const { writer, reader } = await teamOfWriter();
    await reader.put('vans', { name: 'Vans', search: 'ThingsGroupName=Scooter&sort=-ThingName' });
    const { router, sandbox } = await renderRoute(`${teamViewPath('vans')}?embed=1`, {
      storage: storedPreferences({ views: [], startView: 'builtIn:suspended' }),
      views: writer.views,
    });
    await screen.findByRole('table', { name: 'Things' });
    expect(router.state.location).toMatchObject({
      pathname: '/things',
      search: '?embed=1&ThingsGroupName=Scooter&sort=-ThingName',
    });
    expect(firstPageCalls(sandbox)).toHaveLength(1);
  });

  it('is copied by its author, and opened by a colleague until the author deletes the view', async () => {
    const { writer, reader } = await teamOfWriter();
    await writer.put('v', { name: 'Scooters', search: 'ThingsGroupName=Scooter&sort=ThingName' });
    const page = await openFor(writer);
    await page.user.click(await page.team.findByRole('button', { name: 'Copy link to Scooters' }));
    const link = await navigator.clipboard.readText();
    expect(link).toMatch(/^http.*\/views\/[\w-]+$/);
    page.leave();

    const address = link.slice(window.location.origin.length);
    const colleague = await renderRoute(address, { as: 'reader', views: reader.views });
    expect(await (await openViews(colleague.user)).team.findByText('By writer.')).toBeVisible();
    expect(colleague.router.state.location).toMatchObject({
      pathname: '/things',
      search: '?ThingsGroupName=Scooter&sort=ThingName',
    });
    expect(screen.getByLabelText('Thing Group')).toHaveValue('Scooter');
    colleague.leave();

    const again = await openFor(writer);
    await again.user.click(await again.team.findByRole('button', { name: 'Delete Scooters' }));
    await expectTextSoon('“Scooters” was deleted.');
    again.leave();
    await renderRoute(address, { as: 'reader', views: reader.views });
    await expectTextSoon(/ has not shared a view at this address\./);
  });

  it('opens the view as it is now, even if the dialog showed an earlier version', async () => {
    const { writer } = await teamOfWriter();
    await writer.put('v', { name: 'Mine' });
    const page = await openFor(writer);
    await page.team.findByText('By you.');
    await writer.put('v', { name: 'Mine', search: 'State=SUSPENDED', revision: 1 });
    await page.router.navigate(teamViewPath('v'));
    await waitFor(() => expect(page.router.state.location.search).toBe('?State=SUSPENDED'));
    // The list that was shown before, and the view's.
    await waitFor(() => expect(firstPageCalls(page.sandbox)).toHaveLength(2));
  });

  it('says so if the team shares no such view, even with static hosting', async () => {
    const { writer } = await teamOfWriter();
    const { user, leave } = await renderRoute(teamViewPath('gone'), { views: writer.views });
    await expectTextSoon(/ has not shared a view at this address\. It may have been removed/);
    await user.click(screen.getByRole('link', { name: 'Open the list of Things' }));
    await screen.findByRole('table', { name: 'Things' });
    leave();
    await renderRoute(teamViewPath('v'));
    await expectTextSoon(/ has not shared a view at this address\./);
  });

  it('names the parts of a newer console’s view that it cannot apply, before opening the view', async () => {
    const { writer, reader, gateway } = await teamOfWriter();
    await reader.put('vans', { name: 'Vans' });
    const newer = { name: 'Vans', search: 'State=SOLD&fence=7&ThingName=Van', revision: 1 };
    const stored = { customerId: 'cid_test', id: 'vans', author: 'reader' };
    await gateway.store.views.put({ ...newer, ...stored });
    const { user, router, leave } = await renderRoute(teamViewPath('vans'), {
      views: writer.views,
    });
    await expectTextSoon(
      'This version of the console cannot apply everything in “Vans” by reader. It ignores: State, fence.',
    );
    await user.click(screen.getByRole('link', { name: 'Open the view without them' }));
    await waitFor(() => expect(router.state.location.search).toBe('?ThingName=Van'));
    leave();
    const page = await openFor(writer);
    expect(await page.team.findByText('This version cannot apply: State, fence')).toBeVisible();
  });
});
