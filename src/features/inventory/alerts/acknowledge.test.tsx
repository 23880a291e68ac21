import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { alertOf, alertsPageFixture } from '#testing/fixtures/alertsPageFixture.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const dialog = () => screen.findByRole('dialog', { name: 'Acknowledge alert' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

/** Opens the dialog for the only alert, types a note, and returns a function that presses its buttons. */
async function typeNote(
  given = {},
  answer?: ReturnType<typeof hold>,
  tab = new Map<string, string>(),
) {
  const gateway = alertsPageFixture({ alerts: [alertOf(given)] });
  const page = await renderRoute(paths.alerts('state=open'), {
    sandbox: createSandbox({ things: 1 }),
    tabStorage: memoryTextStore(tab),
    alerts: answer?.before(gateway.alerts, ({ call }) => !call.startsWith('GET')) ?? gateway.alerts,
  });
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  const note = within(await dialog()).getByRole('textbox', { name: 'Note' });
  await user.click(note);
  await user.paste('Calling the depot');
  const press = async (name: string) =>
    user.click(within(await dialog()).getByRole('button', { name }));
  return { ...page, gateway, note, press };
}

it('W6: sends the note for the alert as it was shown, and reads the list again', async () => {
  const { gateway, press } = await typeNote();
  await press('Acknowledge');
  await gone();
  expect(gateway.bodies).toEqual([{ note: 'Calling the depot', revision: 1 }]);
  await expectTextSoon('No alerts match these filters.');
  expect(screen.getByRole('heading', { name: 'Alerts', level: 1 })).toHaveFocus();
  expectText(/Acknowledged: May lose service because of the group’s IMEI lock\.$/);
});

it('W6: lets nobody type on until the answer has arrived, because that text would be lost', async () => {
  const answer = hold();
  const { user, note, press } = await typeNote({}, answer);
  await press('Acknowledge');
  await user.type(note, ' and the workshop');
  expect(note).toHaveValue('Calling the depot');
  answer.answer();
  await gone();
});

it('W6: leaves the dialog alone that was opened after it was cancelled', async () => {
  const answer = hold();
  const { gateway, user, press } = await typeNote({}, answer);
  await press('Acknowledge');
  await press('Cancel');
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await user.type(within(await dialog()).getByRole('textbox'), ' at 9');
  answer.answer();
  await waitFor(() => expect(gateway.calls).toHaveLength(3));
  expect(gateway.calls.at(-1)).toMatch(/^GET/);
  expect(within(await dialog()).getByRole('textbox')).toHaveValue('Calling the depot at 9');
});

it('W6: keeps no note that was sent, even if the dialog was closed before the answer', async () => {
  const answer = hold();
  const tab = new Map<string, string>();
  const { press } = await typeNote({}, answer, tab);
  expect([...tab.values()].join()).toContain('Calling the depot');
  await press('Acknowledge');
  await press('Cancel');
  answer.answer();
  await waitFor(() => expect([...tab.values()].join()).not.toContain('Calling the depot'));
});

it('W6: says what has changed in the meantime, and acknowledges that with one more press', async () => {
  const { gateway, note, press } = await typeNote();
  gateway.change('a1', { sims: 15, fresh: 11 });
  await press('Acknowledge');
  await expectTextSoon('Not acknowledged: the alert has changed since you opened it.');
  expectText('It now has 15 SIMs, 11 of them new. Before, these were 12 and 9.');
  expect(note).toHaveValue('Calling the depot');
  // The second click of a double click, which was meant for the alert as it was.
  const second = within(await dialog()).getByRole('button', { name: 'Acknowledge' });
  expect(fireEvent.click(second, { detail: 2 })).toBe(false);
  await press('Acknowledge');
  await gone();
  expect(gateway.bodies).toEqual([
    { note: 'Calling the depot', revision: 1 },
    { note: 'Calling the depot', revision: 2 },
  ]);
});

it('W6: shows a colleague’s note before it is replaced', async () => {
  const { gateway, press } = await typeNote();
  const acknowledged = { username: 'anna', at: figuresAt, note: 'Mine' };
  gateway.change('a1', { state: 'acknowledged', acknowledged });
  await press('Acknowledge');
  await expectTextSoon(/^anna acknowledged it at .* with the note “Mine”$/);
  expectText('Acknowledge it again to replace that note.');
});

it('W6: offers no further action once the alert is resolved', async () => {
  const { gateway, press } = await typeNote();
  gateway.change('a1', { state: 'resolved', resolvedAt: figuresAt, sims: 0, fresh: 0 });
  await press('Acknowledge');
  await expectTextSoon(/^It was resolved at .*: a complete scan found no SIMs\.$/);
  await press('Acknowledge');
  expect(gateway.bodies).toHaveLength(1);
  await press('Close');
  await gone();
});

it('W6: succeeds on another press if only the response was lost', async () => {
  const { gateway, press } = await typeNote();
  gateway.failNext('lost');
  await press('Acknowledge');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /no response arrived.*You can safely press the button again\.$/,
  );
  await press('Acknowledge');
  await gone();
  const body = { note: 'Calling the depot', revision: 1 };
  expect(gateway.bodies).toEqual([body, body]);
  await expectTextSoon(/Acknowledged: May lose service/);
});

it('W6: keeps the note after an error, when the dialog is closed, and on other pages', async () => {
  const { gateway, user, router, press } = await typeNote();
  gateway.failNext('refused');
  await press('Acknowledge');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Could not acknowledge the alert: .* so nothing was changed/);
  expect(alert).toHaveTextContent(/gateway-1.*Your note is kept\./);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await press('Cancel');
  await gone();
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  expect(within(await dialog()).getByRole('textbox')).toHaveValue('Calling the depot');
  await press('Cancel');
  await router.navigate(paths.groups());
  await screen.findByRole('heading', { name: 'Thing Groups' });
  await router.navigate(-1);
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  expect(within(await dialog()).getByRole('textbox')).toHaveValue('Calling the depot');
});

it('W6: does not send a note that is too long', async () => {
  const { gateway, user, note, press } = await typeNote();
  await user.click(note);
  await user.paste('x'.repeat(500));
  expectText('517 of 500 characters. Shorten the note.');
  await press('Acknowledge');
  expect(gateway.bodies).toEqual([]);
});
