import { expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { button, form, openGroup, shown } from '#testing/fixtures/openGroup.tsx';

it('R17: a group whose lock is reported but whose prefix is not: asks for the prefix when it is renamed, and keeps the lock', async () => {
  const sandbox = createSandbox({ things: 60, groupLockFields: 'lockOnly' });
  const { user, before } = await openGroup({ sandbox, name: 'Electricity Meters North' });
  expectText(/does not report this group’s IMEI prefix/);
  expect(button('Locked')).toHaveAttribute('aria-pressed', 'true');
  await user.clear(form.name());
  await user.type(form.name(), 'Meters');
  await user.click(button('Save'));
  expect(form.prefix()).toHaveFocus();
  await user.type(form.prefix(), before.imeiPrefix);
  await user.click(button('Save'));
  expect(await shown.confirmation()).toBeVisible();
  await user.click(button('Keep editing'));
  expect(sandbox.state.puts()).toEqual([]);
});
