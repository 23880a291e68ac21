import { expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import {
  button,
  confirmation,
  nameField,
  openGroup,
  prefixField,
} from '#testing/fixtures/openGroup.tsx';

it('R17: a group whose lock is reported but whose prefix is not: asks for the prefix when it is renamed, and keeps the lock', async () => {
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
