import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { callerOf } from '#testing/fixtures/sandboxClient.ts';
import { showBesideTheList } from '#testing/fixtures/showBesideTheList.ts';

/** Opens a suspended SIM; `activate` changes it as another user would. */
async function openSuspended(search: string) {
  const clock = manualClock();
  const sandbox = createSandbox({ things: 200, clock });
  const caller = await callerOf(sandbox);
  const iccid =
    sandbox.state.things().find(({ State }) => State === 'SUSPENDED')?.ExternalUniqueId ?? '';
  const { user } = await renderRoute(paths.thing(iccid, search), { sandbox });
  await waitFor(() => expect(card()).toHaveTextContent('The state is SUSPENDED'));
  const calls = () =>
    callsTo(sandbox, 'GET /things').map(({ query }) =>
      'filterBy[ExternalUniqueId]' in query ? 'one' : 'list',
    );
  const activate = () => caller.post(`/v1/things/${iccid}/activate`);
  return { clock, sandbox, iccid, user, calls, activate };
}

const card = () => screen.getByRole('region', { name: 'Why might this SIM have no service?' });
const readAgain = () => screen.getByRole('button', { name: 'Read again' });

describe('an open Thing shows the latest data', () => {
  it('beside the list: refreshing the list refreshes it without another call', async () => {
    showBesideTheList();
    const { iccid, user, calls, activate } = await openSuspended('State=&size=50');
    const row = () =>
      within(screen.getByRole('table')).getByRole('row', { name: new RegExp(iccid) });
    await waitFor(() => expect(row()).toHaveTextContent('SUSPENDED'));
    await activate();
    const before = calls().filter((what) => what === 'one');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(row()).toHaveTextContent('ACTIVE'));
    expect(card()).toHaveTextContent('The state is ACTIVE');
    expect(card()).not.toHaveTextContent('SUSPENDED');
    expect(calls().filter((what) => what === 'one')).toEqual(before);
  });

  it('on its own page: a button beside the time reads it again with one call', async () => {
    const { user, calls, activate } = await openSuspended('');
    await activate();
    const before = calls();
    await user.click(readAgain());
    await waitFor(() => expect(card()).toHaveTextContent('The state is ACTIVE'));
    expect(calls()).toEqual([...before, 'one']);
    expect(readAgain()).toHaveFocus();
  });

  it('announces that it is being read, and then the time of the read', async () => {
    const { clock, sandbox, user, calls } = await openSuspended('');
    const status = () => screen.getByText(/^As listed by the service at/);
    expect(status()).toHaveRole('status');
    const before = calls();
    sandbox.faults.add({ route: 'GET /things', delayMs: 1 });
    await user.click(readAgain());
    expect(await screen.findByText('Reading this Thing again…')).toHaveRole('status');
    await act(() => clock.advance(1));
    await waitFor(() => expect(status()).toBeVisible());
    expect(status()).toHaveTextContent(/\d:\d\d:\d\d/);
    expect(calls()).toHaveLength(before.length + 1);
  });
});

it('offers a link to the SIM for an ICCID with dashes in the address', async () => {
  const sandbox = createSandbox({ things: 60 });
  const iccid = sandbox.state.things()[3]?.ExternalUniqueId ?? '';
  const { user, router } = await renderRoute(
    paths.thing(`${iccid.slice(0, 4)}-${iccid.slice(4)} `),
    { sandbox },
  );
  await user.click(await screen.findByRole('link', { name: `Look for ${iccid} in the list` }));
  expect(router.state.location.search).toBe(`?ExternalUniqueId=${iccid}`);
  expect(await screen.findByRole('link', { name: iccid })).toBeVisible();
});

const region = (name: string) => screen.findByRole('region', { name });

it('explains why a SIM might have no service, and copies the reasons for a ticket', async () => {
  const sandbox = createSandbox({ things: 60 });
  const iccid =
    sandbox.state.things().find(({ State }) => State === 'SUSPENDED')?.ExternalUniqueId ?? '';
  const { user, router } = await renderRoute(paths.thing(iccid), { sandbox });
  const reasons = () => region('Why might this SIM have no service?');
  const [first] = within(await reasons()).getAllByRole('listitem');
  expect(first).toHaveTextContent('Fact');
  expect(await reasons()).toHaveTextContent('The state is SUSPENDED');
  expect(await reasons()).toHaveTextContent('was not looked up');
  await user.click(within(await reasons()).getByRole('button', { name: 'Copy ticket text' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain(`ICCID: ${iccid}`);
  expect(text).toMatch(/request ID req_[0-9a-f]+$/);

  // Once the groups have been read, the lock is known without a call.
  await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
  await screen.findByRole('table', { name: 'Thing Groups' });
  const calls = sandbox.state.requests().length;
  await act(() => router.navigate(-1));
  await waitFor(async () => expect(await reasons()).not.toHaveTextContent('was not looked up'));
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
