import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { Session } from '#api/session/session.ts';
import { useWrite } from '#api/useWrite.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { alertOf, alertsPageFixture } from '#testing/fixtures/alertsPageFixture.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { openFor, teamOfWriter } from '#testing/fixtures/openViews.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const pass = fakeTime();

/** The last button of this name, which in a dialog is not the one that opened it. */
async function button(name: string) {
  const role = /^Sign(?:ing)? out/.test(name) ? 'menuitem' : 'button';
  return (await screen.findAllByRole(role, { name })).at(-1) ?? document.body;
}

type Before = ReturnType<typeof hold>['before'];
type IsWrite = (given: { readonly call: string }) => boolean;

async function openNote(before: Before, isWrite: IsWrite) {
  const sandbox = createSandbox({ things: 20 });
  const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
  const { notes } = notesFixture([{ iccid, text: 'First' }]);
  return renderRoute(paths.thing(iccid), { sandbox, notes: before(notes, isWrite) });
}

async function openAlerts(before: Before, isWrite: IsWrite) {
  const destinations = [{ destination: 'webhook', to: 'example.com', stoppedAt: null } as const];
  const { alerts } = alertsPageFixture({ alerts: [alertOf()], destinations });
  return renderRoute(paths.alerts('state=open'), { alerts: before(alerts, isWrite) });
}

async function openAcknowledge(before: Before, isWrite: IsWrite) {
  const page = await openAlerts(before, isWrite);
  await page.user.click(await button('Acknowledge'));
  await screen.findByRole('dialog');
  return page;
}

async function openViews(before: Before, isWrite: IsWrite) {
  const { writer } = await teamOfWriter();
  await writer.put('v', { name: 'Scooters' });
  const isHeld = (_path: string, { method = 'GET' }: RequestInit = {}) => isWrite({ call: method });
  const page = await openFor({ ...writer, views: before(writer.views, isHeld) });
  await page.user.type(page.dialog.getByRole('textbox', { name: 'View name' }), 'Vans');
  await page.user.click(page.dialog.getByRole('checkbox', { name: 'Share with the team' }));
  return page;
}

async function openAccount(before: Before, isWrite: IsWrite) {
  const held = ({ signOut }: Session) => before(signOut, () => isWrite({ call: 'DELETE' }));
  return renderRoute(paths.groups(), { session: (real) => ({ ...real, signOut: held(real) }) });
}

type Open = (before: Before, isWrite: IsWrite) => Promise<{ readonly user: UserEvent }>;

it.each<[string, Open, presses: readonly string[], busy: string, done: string | RegExp]>([
  ['deleting a note', openNote, ['Delete note', 'Delete'], 'Deleting…', 'Note deleted'],
  ['acknowledging', openAcknowledge, ['Acknowledge'], 'Acknowledging…', /^Acknowledged: /],
  ['a test message', openAlerts, ['Send a test message'], 'Sending…', 'Send a test message'],
  ['sharing a view', openViews, ['Save view'], 'Save view', 'Shared with the team as “Vans”.'],
  ['deleting a view', openViews, ['Delete Scooters'], 'Delete Scooters', '“Scooters” was deleted.'],
  ['signing out', openAccount, ['Account', 'Sign out'], 'Signing out…', 'Username'],
])('H11: %s is sent once, and can be left after ten seconds', async (...given) => {
  const [, open, presses, busy, done] = given;
  const held = hold();
  let sent = 0;
  const { user } = await open(held.before, ({ call }) => !call.startsWith('GET') && ++sent > 0);
  for (const name of presses) await user.click(await button(name));
  await held.reached;
  await user.click(await button(busy));
  expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
  await pass(11_000);
  expect(screen.getByText(/^Still waiting/)).toHaveTextContent(/\(1\d s\)$/);
  await user.click(await button('Stop waiting'));
  await expectTextSoon('You stopped waiting. It may still be done.');
  expect(sent).toBe(1);
  held.answer();
  await expectTextSoon(done);
  expect(screen.queryByText(/^You stopped waiting/)).not.toBeInTheDocument();
});

it('keeps what is typed into a view’s name once nobody waits for its save', async () => {
  const held = hold();
  const { user } = await openViews(held.before, ({ call }) => !call.startsWith('GET'));
  await user.click(await button('Save view'));
  await held.reached;
  await pass(11_000);
  await user.click(await button('Stop waiting'));
  const field = screen.getByRole('textbox', { name: 'View name' });
  await user.type(field, ' 2');
  held.answer();
  await expectTextSoon('Shared with the team as “Vans”.');
  expect(field).toHaveValue('Vans 2');
});

it('keeps an alert’s dialog, and the note, if it is changed once nobody waits for the first', async () => {
  const held = hold();
  const { user } = await openAcknowledge(held.before, ({ call }) => !call.startsWith('GET'));
  const note = screen.getByRole('textbox', { name: 'Note' });
  await user.type(note, 'Depot');
  await user.click(await button('Acknowledge'));
  await held.reached;
  await pass(11_000);
  await user.click(await button('Stop waiting'));
  await user.type(note, ' called');
  held.answer();
  await waitFor(() => expect(screen.queryByText(/^You stopped/)).not.toBeInTheDocument());
  expect(note).toBeInTheDocument();
  expect(note).toHaveValue('Depot called');
});

it('gives the focus back to Sign out once nobody waits for it', async () => {
  const held = hold();
  const { user } = await openAccount(held.before, ({ call }) => call === 'DELETE');
  for (const name of ['Account', 'Sign out']) await user.click(await button(name));
  await held.reached;
  await pass(11_000);
  await user.click(await button('Stop waiting'));
  expect(await button('Sign out')).toHaveFocus();
});

it('offers no stay while a sign-out is under way', async () => {
  const held = hold();
  const { user } = await openAccount(held.before, ({ call }) => call === 'DELETE');
  await user.click(await screen.findByRole('link', { name: 'Scooter Sharing' }));
  await user.type(await screen.findByRole('textbox', { name: 'Group name' }), '!');
  await user.click(await button('Account'));
  await user.click(await button('Sign out'));
  const stay = { name: 'Stay' };
  expect(screen.getByRole('menuitem', stay)).toHaveFocus();
  await user.click(await button('Sign out and discard changes'));
  await held.reached;
  expect(screen.queryByRole('menuitem', stay)).not.toBeInTheDocument();
  await pass(11_000);
  await user.click(await button('Stop waiting'));
  expect(screen.getByRole('menuitem', stay)).toHaveFocus();
});

it('reports how the last write ended, whatever an earlier one does that nobody waits for', async () => {
  const { result } = renderHook(useWrite);
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  for (const { promise } of [first, second]) {
    act(() => result.current.run(() => promise));
    act(() => result.current.stopWaiting());
  }
  await act(async () => first.resolve());
  expect(result.current.isLeft).toBe(true);
  await act(async () => second.resolve());
  expect(result.current.isLeft).toBe(false);
});
