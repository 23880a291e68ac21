import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { listOffsets } from '#testing/fixtures/listCalls.ts';
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

it('keeps the rows after an error, saves them as a partial file, and can resume', async () => {
  const sandbox = createSandbox({ things: 600 });
  const { user } = await renderRoute(paths.things('size=50'), { sandbox });
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }));
  // The next page is prefetched, which must not get the fault.
  await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 50]));
  await press('Export');
  const refuse = () =>
    sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Scope missing', skip: 4 });
  refuse();
  await press('Start export');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Scope missing');
  expect(alert).toHaveTextContent(/Request ID ?req_/);
  const first = (await screen.findByText(/^Stopped by an error after/)).textContent;
  refuse();
  await press('Continue');
  await waitFor(() =>
    expect(screen.getByText(/^Stopped by an error after/)).not.toHaveTextContent(first),
  );
  const blobs = keepFiles();
  await press(/Save the \d+ rows read/);
  expect(await screen.findByText(/^Saved as .*_partial\.csv$/)).toBeVisible();
  const lines = ((await blobs[0]?.text()) ?? '').trimEnd().split('\r\n').slice(1);
  const read = lines.map((line) => line.split(',')[0]);
  expect(read.length).toBeGreaterThan(100);
  const stored = sandbox.state
    .things()
    .toSorted((a, b) => ((a.ThingName ?? '') < (b.ThingName ?? '') ? -1 : 1))
    .map(({ ExternalUniqueId }) => ExternalUniqueId);
  expect(read).toEqual(stored.slice(0, read.length));
});
