import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { mailLine } from '#testing/fixtures/mailLines.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const pass = fakeTime();

it('sixty identifiers from an email become a table, a file and a work set', async () => {
  const sandbox = createSandbox({ things: 400 });
  const things = sandbox.state
    .things()
    .filter(({ IMEI, MSISDN = '' }) => /^35\d{13}$/.test(IMEI) && MSISDN.length > 9)
    .slice(0, 60);
  expect(things).toHaveLength(60);
  const { user } = await renderRoute(paths.find(), { sandbox });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const mail = [
    'Hello team,',
    ...things.map(mailLine),
    '8.98823E+18',
    `"${things[0]?.ExternalUniqueId}"`,
    '8988999999999999999',
  ];
  await user.click(await screen.findByRole('textbox', { name: 'Identifiers' }));
  await user.paste(mail.join('\r\n'));
  await expectTextSoon(/^71 identifiers/);
  await user.click(screen.getByRole('radio', { name: /^One by one: / }));
  sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60', skip: 5 });
  await press('Find');
  expect(await screen.findByRole('progressbar', { name: 'Finding' })).toBeVisible();
  await expectTextSoon(/Trying again/);
  expect(screen.getByRole('timer')).toHaveTextContent(/^in \d+ s$/);
  await pass(65_000);
  const heading = { name: '60 SIMs found, 4 lines not found' };
  await waitFor(() => expect(screen.getByRole('heading', heading)).toHaveFocus());
  const calls = sandbox.state.requests().filter(({ route }) => route === 'GET /things');
  expect(calls.length).toBeLessThan(110);

  const found = within(screen.getByRole('table', { name: 'Found' }));
  const second = things[1]?.ExternalUniqueId ?? '';
  expect(found.getByRole('row', { name: new RegExp(second) })).toHaveTextContent('IMEI: ');
  const missing = screen.getByRole('table', { name: 'Not found' });
  expect(within(missing).getAllByRole('row')).toHaveLength(5);
  expect(missing).toHaveTextContent('Digits lost');
  expect(missing).toHaveTextContent('Duplicate of line 2.');
  expect(missing).toHaveTextContent('No SIM has this ICCID.');

  await press('Copy ICCIDs');
  const iccids = things.map(({ ExternalUniqueId }) => ExternalUniqueId).toSorted();
  expect((await navigator.clipboard.readText()).split('\n').toSorted()).toEqual(iccids);
  const blobs = keepFiles();
  await press('Export');
  await press('Start export');
  await screen.findByText(/^Saved 60 rows as /);
  expect(((await blobs[0]?.text()) ?? '').trimEnd().split('\r\n')).toHaveLength(61);
  await press('Close');
  await press('Add to work set');
  expect(await screen.findByText('60 added.')).toBeVisible();
});
