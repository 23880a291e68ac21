import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const region = (name: string) => screen.findByRole('region', { name });

it('explains why a SIM might have no service, and copies the reasons for a ticket', async () => {
  const sandbox = createSandbox({ things: 60 });
  const iccid =
    sandbox.state.things().find(({ State }) => State === 'SUSPENDED')?.ExternalUniqueId ?? '';
  const { user, router } = await renderRoute(paths.thing(iccid), { sandbox });
  const card = () => region('Why might this SIM have no service?');
  const [first] = within(await card()).getAllByRole('listitem');
  expect(first).toHaveTextContent('Fact');
  expect(await card()).toHaveTextContent('The state is SUSPENDED');
  expect(await card()).toHaveTextContent('was not looked up');
  await user.click(within(await card()).getByRole('button', { name: 'Copy ticket text' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain(`ICCID: ${iccid}`);
  expect(text).toMatch(/request ID req_[0-9a-f]+$/);

  // Once the groups have been read, the lock is known without a call.
  await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
  await screen.findByRole('table', { name: 'Thing Groups' });
  const calls = sandbox.state.requests().length;
  await act(() => router.navigate(-1));
  await waitFor(async () => expect(await card()).not.toHaveTextContent('was not looked up'));
  expect(sandbox.state.requests()).toHaveLength(calls);
});

it('every field can be searched and copied, and related SIMs are one click away', async () => {
  const sandbox = createSandbox({ things: 60 });
  const [thing] = sandbox.state.things();
  const iccid = thing?.ExternalUniqueId ?? '';
  const { user, router } = await renderRoute(paths.thing(iccid), { sandbox });
  const fields = within(await region('All fields'));
  await user.type(fields.getByRole('searchbox', { name: 'Search fields' }), 'accuracyinkm');
  expect(fields.getByText(/^1 of \d+ fields\.$/)).toHaveRole('status');
  expect(fields.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'LastLocation.AccuracyInKM',
  ]);
  await user.click(fields.getByRole('button', { name: 'Copy as JSON' }));
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(thing);

  await user.click(screen.getByRole('link', { name: 'Same cell (Cell ID and LAC)' }));
  const table = await screen.findByRole('table', { name: 'Things' });
  expect(router.state.location.search).toMatch(
    new RegExp(`CellId=${thing?.CellId}&Lac=${thing?.Lac}$`),
  );
  expect(within(table).getByRole('link', { name: iccid })).toBeVisible();
});
