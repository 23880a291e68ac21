import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const names = ['Scooter Sharing', 'Payment Terminals Retail'] as const;

// The first load of its chunk can outlast a search for the dialog on a busy machine.
beforeAll(async () => void (await import('./BulkDialog.tsx')), 60_000);

async function open() {
  const sandbox = createSandbox({ things: 400 });
  const { user } = await renderRoute(paths.groups(), { sandbox });
  for (const name of names) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  }
  await user.click(screen.getByRole('button', { name: 'Set IMEI lock' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: `Set IMEI lock of ${names.length} groups` }),
  );
  const prefix = dialog.getByRole('textbox', { name: 'IMEI prefix (TAC)' });
  const groupsRead = () =>
    new Set(
      sandbox.state
        .requests()
        .filter(({ route }) => route === 'GET /things')
        .map(({ query }) => Object.values(query).find((value) => names.some((n) => n === value))),
    );
  return { sandbox, user, dialog, prefix, groupsRead };
}

it('a group that is left out is neither read nor sent, and is read once it is included again', async () => {
  const { sandbox, user, dialog, prefix, groupsRead } = await open();
  expect(dialog.getByText(/one call of the service for each 50/)).toBeVisible();
  const include = dialog.getByRole('checkbox', { name: 'Include Scooter Sharing' });
  await user.click(include);
  await user.type(prefix, '35290411');
  await dialog.findByText(/SIMs? (may lose service|is known to lose service)\.$/);
  expect(groupsRead()).toEqual(new Set(['Payment Terminals Retail']));
  await user.click(include);
  await dialog.findByText(/SIMs? (may lose service|is known to lose service)\.$/);
  expect(groupsRead()).toEqual(new Set(names));
  await user.click(include);
  const asked = dialog.queryByText(/SIMs? may lose service, by/)?.textContent.split(' ')[0];
  if (asked) await user.type(dialog.getByLabelText('Type to confirm'), asked);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('1 saved.')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Set IMEI lock of 1 group' })).toBeVisible();
  expect(sandbox.state.puts().map(({ body }) => body)).toMatchObject([
    { ThingsGroupName: 'Payment Terminals Retail', IMEIPrefix: '35290411' },
  ]);
});

it('a prefix that is no TAC is allowed, with a warning', async () => {
  const { user, dialog, prefix } = await open();
  await user.type(prefix, '8605670');
  expect(dialog.getByText('7 digits: a TAC has 8. Check that you mean this prefix.')).toBeVisible();
  await user.type(prefix, '4');
  expect(dialog.queryByText(/a TAC has 8/)).not.toBeInTheDocument();
});

it('what was typed to confirm does not confirm another plan', async () => {
  const { user, dialog, prefix } = await open();
  await user.type(prefix, '86056704');
  const field = await dialog.findByLabelText('Type to confirm');
  await user.type(field, '12');
  await user.click(dialog.getByRole('checkbox', { name: 'Include Payment Terminals Retail' }));
  expect(dialog.queryByLabelText('Type to confirm')).not.toHaveValue('12');
});
