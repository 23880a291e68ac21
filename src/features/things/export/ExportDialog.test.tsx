import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

it('says that an export has no rows, and saves its file only on request', async () => {
  const { user } = await renderRoute(paths.things('IMEI=none'));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'Start export' }));
  expect(await screen.findByText(/^No rows: the service returned an empty list/)).toBeVisible();
  expect(screen.queryByText(/^Saved as/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save a file without rows' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
});
