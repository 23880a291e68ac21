import { within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { expectText } from '#testing/fixtures/expectText.ts';
import { button, confirmation, openGroup, prefixField } from '#testing/fixtures/openGroup.tsx';
import { openLockDialog } from '#testing/fixtures/openLockDialog.tsx';

// API document 4.4, rule 2, says "All devices may work with the Things of the group", not that they do.

it('V11, 4.4: an unlock says that devices may work', async () => {
  const { user } = await openGroup({ name: 'Electricity Meters North' });
  await user.click(button('Unlocked'));
  await user.click(button('Save'));
  expect(
    within(await confirmation()).getByText('Any device may then use the SIMs in this group.'),
  ).toBeVisible();
});

it('4.4: a new prefix without a lock says the same', async () => {
  const { user } = await openGroup({ name: 'Payment Terminals Retail' });
  await user.clear(prefixField());
  await user.click(button('Save'));
  expect(
    within(await confirmation()).getByText(
      'The group stays unlocked: any device may use its SIMs, whatever the prefix.',
    ),
  ).toBeVisible();
});

it('4.4: unlocking several groups says the same', async () => {
  const { user, dialog } = await openLockDialog({ chosen: ['Electricity Meters North'] });
  await user.click(within(dialog).getByRole('radio', { name: 'Unlock' }));
  expectText('Any device may then use the SIMs in these groups.');
});
