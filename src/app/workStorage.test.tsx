import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { list, put } from '#testing/fixtures/groupSaves.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const findNameField = () => screen.findByRole('textbox', { name: 'Group name' });

async function signIn(user: UserEvent, name: string) {
  await user.type(await screen.findByLabelText('Username'), name);
  await user.type(screen.getByLabelText('Password'), `sandbox-${name}{Enter}`);
  await screen.findByRole('heading', { name: 'Things' });
}

async function open({ as = 'writer', address }: { as?: string; address?: string } = {}) {
  const storage = memoryTextStore();
  const tabStorage = memoryTextStore();
  const sandbox = createSandbox({ things: 60 });
  const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
  if (!group) throw new Error('The sandbox has no such group');
  const at = address ?? paths.group(group.id);
  const page = await renderRoute(at, { sandbox, as, storage, tabStorage });
  if (address === undefined) await findNameField();
  const { user } = page;
  return {
    ...page,
    tabStorage,
    group,
    set: () => tabStorage.read('sim-console:/:set'),
    kept: () => ({
      drafts: tabStorage.read('sim-console:/:drafts') ?? '',
      notes: storage.read('sim-console:/:saves') ?? '',
    }),
    async rename() {
      await user.type(await findNameField(), ' 2');
      await user.click(screen.getByRole('button', { name: 'Save' }));
    },
    async signOut() {
      await user.click(screen.getByRole('button', { name: 'Account' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
      await screen.findByText('Your changes on this page are not saved.');
      await user.click(
        await screen.findByRole('menuitem', { name: 'Sign out and discard changes' }),
      );
      await screen.findByLabelText('Username');
    },
  };
}

/** Saves one change, and then types another. */
async function saveAndType() {
  const world = await open();
  await world.rename();
  await screen.findByText(/^Saved\./);
  await world.user.type(await findNameField(), '3');
  await waitFor(() => {
    expect(world.kept().drafts).toContain('Scooter Sharing 23');
    expect(world.kept().notes).toContain(world.group.id);
  });
  return world;
}

/** Puts a page's SIMs into the work set. */
async function gather() {
  const world = await open({ address: paths.things('size=10') });
  const { user } = world;
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Add to work set' }));
  await screen.findByRole('link', { name: 'Work set (10)' });
  return world;
}

const nothing = { drafts: '', notes: '' };

describe('T19: unsaved work kept for a user', () => {
  it('is removed when they sign out', async () => {
    const { kept, signOut } = await saveAndType();
    await signOut();
    expect(kept()).toEqual(nothing);
  });

  it('is removed when they sign out in another tab', async () => {
    const { kept, monitor } = await saveAndType();
    act(() => monitor.signedOut());
    expect(kept()).toEqual(nothing);
    await screen.findByLabelText('Username');
    expect(kept()).toEqual(nothing);
  });

  it('is not brought back by a save that was waiting', async () => {
    const { kept, signOut, sandbox, rename } = await open();
    sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    await rename();
    await screen.findByRole('timer');
    expect(kept().drafts).not.toBe('');
    await signOut();
    expect(kept()).toEqual(nothing);
  });

  it('is not brought back by a save that was in flight', async () => {
    const { kept, signOut, sandbox, rename } = await open();
    sandbox.faults.add({ route: list, skip: 1, hang: true });
    await rename();
    await waitFor(() => expect(sandbox.state.puts()).toHaveLength(1));
    await signOut();
    expect(kept()).toEqual(nothing);
  });

  it('is kept again after the next sign-in', async () => {
    const { kept, signOut, user, router, group } = await saveAndType();
    await signOut();
    await signIn(user, 'writer');
    await act(() => router.navigate(paths.group(group.id)));
    await user.type(await findNameField(), '4');
    await waitFor(() => expect(kept().drafts).toContain('Scooter Sharing 24'));
  });
});

describe('T19: the work set', () => {
  it('is removed when the user signs out, so that the next user starts without one', async () => {
    const { user, set } = await gather();
    expect(set()).toContain('ExternalUniqueId');
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await screen.findByLabelText('Username');
    expect(set()).toBe('');
    await signIn(user, 'writer');
    expect(screen.queryByRole('link', { name: /^Work set/ })).not.toBeInTheDocument();
  });

  it('T17: is removed before the page reloads for another user', async () => {
    const { monitor, set } = await gather();
    act(() => monitor.signedIn('somebody else'));
    expect(set()).toBe('');
  });

  it('T17: is not shown to another user of this tab, and is gone by the time the first user returns', async () => {
    const { tabStorage, leave } = await gather();
    leave();
    await renderRoute(paths.things('size=10'), { as: 'admin', tabStorage });
    await screen.findByRole('table', { name: 'Things' });
    expect(screen.queryByRole('link', { name: /^Work set/ })).not.toBeInTheDocument();
    expect(tabStorage.read('sim-console:/:set')).toBe('');
  });

  it('survives a reload of the page', async () => {
    const { tabStorage, sandbox, leave } = await gather();
    leave();
    await renderRoute(paths.things('size=10'), { as: 'writer', sandbox, tabStorage });
    expect(await screen.findByRole('link', { name: 'Work set (10)' })).toBeVisible();
  });
});

describe('T17: unsaved work kept for a user', () => {
  it('is removed before the page reloads for another user', async () => {
    const { kept, monitor } = await saveAndType();
    act(() => monitor.signedIn('somebody else'));
    expect(kept()).toEqual(nothing);
  });

  it('is kept for a user who signs in on a page that another user had open', async () => {
    const { kept, user, group, router } = await open({ as: 'admin', address: paths.signIn() });
    await signIn(user, 'writer');
    await act(() => router.navigate(paths.group(group.id)));
    await user.type(await findNameField(), '2');
    await waitFor(() => expect(kept().drafts).toContain('Scooter Sharing2'));
  });
});
