import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import {
  button,
  confirmation,
  nameField,
  openGroup,
  prefixField,
} from '#testing/fixtures/openGroup.tsx';

describe('R17: a group whose lock is reported but whose prefix is not', () => {
  it('asks for the prefix when it is renamed, and keeps the lock', async () => {
    const sandbox = createSandbox({ things: 60, groupLockFields: 'lockOnly' });
    const { user, before } = await openGroup({ sandbox, name: 'Electricity Meters North' });
    expectText(/does not report this group’s IMEI prefix/);
    expect(button('Locked')).toHaveAttribute('aria-pressed', 'true');
    await user.clear(nameField());
    await user.type(nameField(), 'Meters');
    await user.click(button('Save'));
    expect(prefixField()).toHaveFocus();
    await user.type(prefixField(), before.imeiPrefix);
    await user.click(button('Save'));
    expect(await confirmation()).toBeVisible();
    await user.click(button('Keep editing'));
    expect(sandbox.state.puts()).toEqual([]);
  });
});

describe('the confirmation of a lock after its preview was stopped', () => {
  it('asks for the name of the group', async () => {
    const sandbox = createSandbox({ things: 400 });
    const { user } = await openGroup({ sandbox });
    sandbox.faults.add({ route: 'GET /things', hang: true, count: Infinity });
    await user.click(button('Locked'));
    await user.type(prefixField(), '86056704');
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Stop reading' }));
    const typed = await screen.findByRole('textbox', { name: 'Type to confirm' });
    await user.type(typed, 'scooters');
    expect(button('Confirm')).toHaveAttribute('aria-disabled', 'true');
    await user.clear(typed);
    await user.type(typed, 'Scooter Sharing');
    expect(button('Confirm')).toHaveAttribute('aria-disabled', 'false');
  });
});
