import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { NamesAnswer } from '#contract/names.ts';
import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { changesAnswer, groupChange } from '#testing/fixtures/groupChange.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { button, form, openGroup, shown } from '#testing/fixtures/openGroup.tsx';
import { chooseLockOf } from '#testing/fixtures/openLockDialog.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const name = 'Scooter Sharing';
const models = { 35_208_115: 'Tracker T1', 86_056_704: 'Scooter unit S2' };

/** A gateway that knows the names of two device models, and the TACs of each lookup. */
function namesGateway() {
  const asked: (string | null)[] = [];
  const names = (query: URLSearchParams) => {
    asked.push(query.get('tacs'));
    return Response.json({ networks: {}, models } satisfies NamesAnswer);
  };
  return { asked, names };
}

/** The sandbox with these locks, by the group's name. */
function locked(prefixes: Readonly<Record<string, string>>): Sandbox {
  const sandbox = createSandbox({ things: 60 });
  for (const group of sandbox.state.groups()) {
    const prefix = prefixes[group.name] ?? '';
    sandbox.changeGroup(group.id, { lockMasterImei: prefix !== '', imeiPrefix: prefix });
  }
  return sandbox;
}

it('Q3: the model’s name is in the list of groups, with one lookup of the prefixes of 8 digits', async () => {
  const { asked, names } = namesGateway();
  const sandbox = locked({ [name]: '35208115', 'Parcel Vans': '86056704', 'Cold Chain': '352' });
  await renderRoute(paths.groups(), { sandbox, names });
  expect(await screen.findByRole('cell', { name: /35208115 Tracker T1$/ })).toBeVisible();
  expect(screen.getByRole('cell', { name: /86056704 Scooter unit S2$/ })).toBeVisible();
  expect(asked).toEqual(['35208115,86056704']);
});

it('Q3: the model’s name has its room before it arrives, but none without a gateway, or if the digits name no model', async () => {
  const sandbox = locked({ [name]: '35208115', 'Parcel Vans': '352' });
  const cell = (prefix: string) => screen.findByRole('cell', { name: new RegExp(`${prefix}$`) });
  const { leave } = await renderRoute(paths.groups(), { sandbox });
  expect((await cell('35208115')).textContent).toBe('Locked35208115');
  leave();
  const width = 'max-width: 10em; min-width: 10em;';
  await renderRoute(paths.groups(), { sandbox, names: () => Response.json({}, { status: 500 }) });
  const isRoom = (_: string, one: Element | null) => one?.getAttribute('style') === width;
  expect(within(await cell('35208115')).getByText(isRoom)).toBeEmptyDOMElement();
  expect((await cell('352')).textContent).toBe('Locked352');
});

it('Q3: the model’s name is in the form and in its confirmation, before and after the change', async () => {
  const { asked, names } = namesGateway();
  const { user } = await openGroup({ sandbox: locked({ [name]: '35208115' }), name, names });
  await waitFor(() =>
    expect(form.prefix()).toHaveAccessibleDescription(/^The first .* Tracker T1$/),
  );
  await user.clear(form.prefix());
  await user.type(form.prefix(), '8605670');
  expect(form.prefix()).toHaveAccessibleDescription(/prefix you want\. The first/);
  expect(asked).toEqual(['35208115']);
  await user.type(form.prefix(), '4');
  await waitFor(() => expect(form.prefix()).toHaveAccessibleDescription(/ Scooter unit S2$/));
  await user.click(button('Save'));
  const sides = within(await shown.confirmation()).getAllByRole('definition');
  await waitFor(() => expect(sides[1]).toHaveTextContent('Locked · 86056704 Scooter unit S2'));
  expect(sides[0]).toHaveTextContent('Locked · 35208115 Tracker T1');
});

it('Q3: the model’s name is in the file of an impact’s SIMs, even if it could not be shown', async () => {
  let isAway = true;
  const names = () => Response.json({ networks: {}, models }, { status: isAway ? 500 : 200 });
  const { user } = await openGroup({ sandbox: locked({ [name]: '8605' }), name, names });
  await user.click(button('Preview impact'));
  const save = await screen.findByRole('button', { name: 'Save as CSV: Matches the prefix' });
  await screen.findByRole('button', { name: 'Read again' });
  isAway = false;
  const files = keepFiles();
  await user.click(save);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toMatch(/,86056704\d{7},Scooter unit S2,Matches the prefix/);
});

it('Q3: the model’s name is left out of the file if it takes longer than three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let isHeld = false;
  const held = hold();
  const answer = () => Response.json({ networks: {}, models });
  const names = held.before(answer, () => isHeld);
  const { user } = await openGroup({ sandbox: locked({ [name]: '8605' }), name, names });
  isHeld = true;
  await user.click(button('Preview impact'));
  const save = await screen.findByRole('button', { name: 'Save as CSV: Matches the prefix' });
  const files = keepFiles();
  await user.click(save);
  await screen.findByText('Saving…');
  await user.click(save);
  expect(files).toHaveLength(0);
  await act(async () => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText(/^Saved as /)).toBeVisible();
  expect(files).toHaveLength(1);
  held.answer();
});

it('Q3: the model’s name is in the plan for several groups and in its report', async () => {
  const { names } = namesGateway();
  const sandbox = locked({ [name]: '35208115' });
  const { user } = await renderRoute(paths.groups(), { sandbox, names });
  const dialog = within(await chooseLockOf(user, name));
  const field = dialog.getByRole('textbox', { name: 'IMEI prefix (TAC)' });
  await user.type(field, '86056704');
  const now = 'Locked · 35208115 Tracker T1';
  expect(await dialog.findByRole('cell', { name: now })).toBeVisible();
  expect(await dialog.findByRole('cell', { name: '86056704 Scooter unit S2' })).toBeVisible();
  expect(field).toHaveAccessibleDescription(/^The first .* Scooter unit S2$/);
  await user.click(dialog.getByRole('radio', { name: 'Lock each to its own suggestion' }));
  const own = dialog.getByRole('textbox', { name: `New prefix for ${name}` });
  await user.clear(own);
  await user.type(own, '86056704');
  await waitFor(() => expect(own).toHaveAccessibleDescription(/ Scooter unit S2$/));
  await user.click(dialog.getByRole('radio', { name: 'Unlock' }));
  expect(dialog.getByRole('cell', { name: 'Unlocked · 35208115 Tracker T1' })).toBeVisible();
  await user.click(await dialog.findByRole('button', { name: 'Confirm' }));
  const report = `${now} → Unlocked · 35208115 Tracker T1`;
  expect(await screen.findByRole('cell', { name: report })).toBeVisible();
});

it('Q3: the model’s name is in the history', async () => {
  const { asked, names } = namesGateway();
  const after = { LockMasterImei: true, IMEIPrefix: '35208115', ThingsGroupName: '86056704' };
  const changes = () => changesAnswer({ changes: [groupChange({ after })] });
  await renderRoute(paths.changes(), { names, changes });
  expect(await screen.findByText('Tracker T1')).toHaveAttribute('title', 'Tracker T1');
  // A group's name is no prefix.
  expect(asked).toEqual(['35208115']);
});
