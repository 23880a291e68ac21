import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { startAt } from '#testing/fixtures/fakeTime.ts';
import { button, form, openGroup } from '#testing/fixtures/openGroup.tsx';
import { listenWhile, readAloud } from '#testing/fixtures/spoken.ts';

startAt(Date.UTC(2026, 10, 22, 9, 12));

const settings = () => screen.getByRole('form', { name: 'Settings' });

it('a screen reader in the group editor reads each field with its hint, and the pressed button of the lock', async () => {
  await openGroup();
  expect(await readAloud(settings())).toMatchInlineSnapshot(`
    "form, Settings
    heading, Settings, level 2
    Group name
    textbox, Group name, Scooter Sharing
    IMEI lock
    group, IMEI lock, Locked: only devices whose IMEI begins with the prefix get service. Unlocked: any device may work.
    button, Locked, not pressed
    button, Unlocked, pressed
    Locked: only devices whose IMEI begins with the prefix get service. Unlocked: any device may work.
    IMEI prefix (TAC)
    textbox, IMEI prefix (TAC), The first digits of the IMEIs that may get service. 8 digits identify one device model (TAC). Leave it empty to remove the prefix.
    The first digits of the IMEIs that may get service. 8 digits identify one device model (TAC). Leave it empty to remove the prefix.
    button, Save
    button, Discard changes, disabled"
  `);
});

it('a screen reader in the group editor is moved to the missing prefix, and reads why it is needed', async () => {
  const { user } = await openGroup();
  await user.click(button('Locked'));
  await user.click(button('Save'));
  expect(form.prefix()).toHaveFocus();
  expect(await readAloud(settings())).toContain(
    'textbox, IMEI prefix (TAC), Enter a prefix to turn the lock on.',
  );
  expect(form.prefix()).toBeInvalid();
});

it('a screen reader in the group editor announces the preview’s result, not each step', async () => {
  const { user } = await openGroup();
  await user.click(button('Locked'));
  await user.type(form.prefix(), '99999999');
  const said = await listenWhile(async () => {
    await user.click(button('Preview impact'));
    await screen.findByRole('button', { name: 'Read again' });
  });
  expect(said).toMatchInlineSnapshot(`
    "button, Hide impact, expanded
    polite: 4 of 4 SIMs may lose service."
  `);
});

it('a screen reader in the group editor reads the confirmation with the number to type, and announces the save', async () => {
  const { user } = await openGroup();
  await user.click(button('Locked'));
  await user.type(form.prefix(), '99999999');
  await user.click(button('Save'));
  const dialog = await screen.findByRole('dialog');
  const field = await within(dialog).findByRole('textbox', { name: 'Type to confirm' });
  await within(dialog).findByRole('button', { name: 'Read again' });
  expect(await readAloud(dialog)).toMatchInlineSnapshot(`
    "dialog, Confirm IMEI lock change, modal
    dialog, Confirm IMEI lock change, modal
    heading, Confirm IMEI lock change, level 2
    form
    This sets which devices may use the SIMs in “Scooter Sharing”. The stored values will be overwritten.
    Before
    Unlocked · no prefix
    After
    Locked · 99999999
    region, Impact based on last known devices
    heading, Impact based on last known devices, level 3
    Read at 12:34.
    button, Read again
    4 of 4 SIMs may lose service.
    No known loss
    list
    0
    Matches the prefix
    May lose service
    list
    4
    Does not match the prefix
    0
    No IMEI, or only zeros
    0
    Not a readable IMEI
    No service now
    list
    0
    Suspended
    button, Details, not expanded
    Type to confirm
    textbox, Type to confirm, 4 SIMs may lose service, based on their last known devices. Type this number.
    4 SIMs may lose service, based on their last known devices. Type this number.
    button, Keep editing
    button, Confirm, disabled"
  `);
  await user.type(field, '4');
  const said = await listenWhile(async () => {
    await user.click(button('Confirm'));
    await screen.findByText(/^Saved/);
  });
  // How long the save takes determines whether the button is first announced as "Saving…".
  expect(said.split('\n').at(-1)).toBe('polite: Saved. The service reports exactly what was sent.');
});
