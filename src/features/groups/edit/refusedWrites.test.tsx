import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import { whyUnsendable } from '#identifiers/groupId.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { button, form, openGroup, put, shown } from '#testing/fixtures/openGroup.tsx';
import { chooseLockOf } from '#testing/fixtures/openLockDialog.tsx';

import { severalGroupsDraft } from './keptRecords.ts';
import { isRefusedWrite, refusalRecord } from './writeRefusal.ts';

const scooters = 'Scooter Sharing';
const meters = 'Electricity Meters North';

const refusal = () => screen.queryByText(/^The service refused a change that you sent at /);

async function open(
  options: Partial<SandboxOptions> = {},
  given: { sandbox?: Sandbox; as?: string; storage?: ReturnType<typeof memoryTextStore> } = {},
) {
  const page = await openGroup({ options, ...given });
  return {
    ...page,
    puts: () => page.puts().length,
    async goTo(name: string) {
      await page.user.click(screen.getByRole('link', { name: '← Back to Thing Groups' }));
      // No edits should remain.
      const leave = screen.queryByRole('button', { name: 'Leave' });
      if (leave) await page.user.click(leave);
      await page.user.click(await screen.findByRole('link', { name }));
      await screen.findByRole('heading', { name, level: 1 });
    },
  };
}

/** Opens a group as a user whose change was refused and who discarded it. */
async function openRefused(options: Partial<SandboxOptions> = {}) {
  const world = await open({ readOnlyUsers: ['writer'], ...options });
  await world.rename();
  await screen.findByRole('alert');
  await world.user.click(button('Discard changes'));
  return world;
}

describe('R20: a change that the service refused with 403', () => {
  it('is shown on the next group’s page before the user types, with the service’s message', async () => {
    const { goTo, sandbox } = await openRefused();
    await goTo(meters);
    expect(refusal()).toBeVisible();
    const notice = screen.getByRole('region', { name: 'Refused change' });
    expectText('The token lacks the scope "write"', notice);
    expectText(/^Your next change may be refused too\. Ask an administrator/, notice);
    const last = sandbox.state.requests().findLast(({ route }) => route === put);
    expectText(last?.requestId ?? 'none', notice);
  });

  it.each(['text', 'empty', 'html', 'otherJson'] as const)(
    'is shown if the service words it as %s',
    async (consoleErrors) => {
      const { goTo } = await openRefused({ consoleErrors });
      await goTo(meters);
      expect(refusal()).toBeVisible();
    },
  );

  it('is not shown twice while its own failure is on screen', async () => {
    const { rename } = await open({ readOnlyUsers: ['writer'] });
    await rename();
    expect(await screen.findByRole('alert')).toHaveTextContent('(403)');
    expect(refusal()).not.toBeInTheDocument();
  });

  it('blocks nothing: the next change is sent, and the notice disappears once it is accepted', async () => {
    const { goTo, rename, puts, sandbox, user } = await open({ readOnlyUsers: ['writer'] });
    await rename();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Could not save the group: this user is not allowed to do that \(403\)\..*scope "write".*Ask an administrator/,
    );
    expect(form.name()).not.toHaveAttribute('readonly');
    expect(form.name()).toHaveValue(`${scooters} 2`);
    expect(button('Save')).toHaveFocus();
    await user.click(button('Save'));
    await waitFor(() => expect([puts(), button('Save').textContent]).toEqual([2, 'Save']));
    expect(sandbox.state.puts()).toEqual([]);
    sandbox.setOptions({ readOnlyUsers: [] });
    await user.click(button('Save'));
    await shown.saved();
    expect(refusal()).not.toBeInTheDocument();
    await goTo(meters);
    expect(refusal()).not.toBeInTheDocument();
  });

  it('is shown when locking several groups, before their SIMs are read', async () => {
    const { user, sandbox } = await openRefused();
    await user.click(screen.getByRole('link', { name: '← Back to Thing Groups' }));
    const dialog = within(await chooseLockOf(user, meters));
    expect(dialog.getByText(/^The service refused a change that you sent at /)).toBeVisible();
    expect(sandbox.state.requests().filter(({ route }) => route === 'GET /things')).toEqual([]);
  });

  it('is shown while several groups are saved and none has been accepted yet', async () => {
    const { user, sandbox } = await openRefused();
    sandbox.setOptions({ readOnlyUsers: [] });
    await user.click(screen.getByRole('link', { name: '← Back to Thing Groups' }));
    const dialog = within(await chooseLockOf(user, meters));
    await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
    sandbox.faults.add({ route: put, status: 429, retryAfter: '60' });
    await user.click(button('Confirm'));
    expect(await screen.findByRole('timer')).toBeVisible();
    expect(refusal()).toBeVisible();
  });

  it('of several groups is shown on the page of the next group opened on its own', async () => {
    const { user, sandbox, goTo } = await open();
    await user.click(screen.getByRole('link', { name: '← Back to Thing Groups' }));
    const dialog = within(await chooseLockOf(user, meters));
    await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
    sandbox.setOptions({ readOnlyUsers: ['writer'] });
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('link', { name: scooters }));
    await screen.findByRole('heading', { name: scooters, level: 1 });
    expect(refusal()).toBeVisible();
    await goTo(meters);
    expect(refusal()).toBeVisible();
  });

  it('survives a reload, and is not shown to other users', async () => {
    const storage = memoryTextStore();
    const sandbox = createSandbox({ things: 60, readOnlyUsers: ['writer'] });
    const first = await open({}, { sandbox, storage });
    await first.rename();
    await screen.findByRole('alert');
    first.leave();
    const again = await open({}, { sandbox, storage });
    expect(refusal()).toBeVisible();
    again.leave();
    await open({}, { sandbox, storage, as: 'admin' });
    expect(refusal()).not.toBeInTheDocument();
  });
});

it('a refusal by the gateway does not count as the service’s', () => {
  const facts = { kind: 'forbidden', method: 'PUT', route: '/x', requestId: '1' } as const;
  expect(isRefusedWrite(new ApiError(facts))).toBe(true);
  expect(isRefusedWrite(new ApiError({ ...facts, code: 'session_replaced' }))).toBe(false);
});

it('a refused read, or a change that fails for another reason, shows no notice', async () => {
  const { sandbox, puts, rename, user, goTo } = await open();
  sandbox.faults.add({ route: put, status: 422, message: 'no' });
  await rename();
  await screen.findByRole('alert');
  sandbox.faults.add({ route: 'GET /thingsgroup/listWithMeasures', status: 403 });
  await user.click(button('Save'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('(403)'));
  await user.click(button('Discard changes'));
  await goTo(meters);
  expect(refusal()).not.toBeInTheDocument();
  expect(puts()).toBe(1);
});

it.each([refusalRecord, severalGroupsDraft])(
  'V12: the record %j does not have the id of any group that can be saved',
  (record) => {
    expect(whyUnsendable(record)).toBeDefined();
  },
);
