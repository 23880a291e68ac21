import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { firstPageCalls } from '#testing/fixtures/listCalls.ts';
import {
  openFor,
  openViews,
  storedPreferences,
  teamOfWriter,
} from '#testing/fixtures/openViews.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

import { teamViewPath } from './views.ts';

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
