import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { callerOf } from '#sandbox/testClient.ts';
import { renderRoute } from '#testing/renderRoute.tsx';

import { besideTheList } from '../list/besideTheList.ts';
import { thingMessages } from './thingMessages.ts';

/** A suspended SIM, opened, and a way for somebody else to activate it. */
async function openSuspended(search: string) {
  const sandbox = createSandbox({ things: 200 });
  const caller = await callerOf(sandbox);
  const iccid =
    sandbox.state.things().find(({ State }) => State === 'SUSPENDED')?.ExternalUniqueId ?? '';
  const { user } = await renderRoute(paths.thing(iccid, search), { sandbox });
  await waitFor(() => expect(card()).toHaveTextContent('The state is SUSPENDED'));
  const calls = () =>
    sandbox.state
      .requests()
      .filter(({ route }) => route === 'GET /things')
      .map(({ query }) => ('filterBy[ExternalUniqueId]' in query ? 'one' : 'list'));
  return {
    sandbox,
    iccid,
    user,
    calls,
    activate: () => caller.post(`/v1/things/${iccid}/activate`),
  };
}

const card = () => screen.getByRole('region', { name: thingMessages.why });
const readAgain = () => screen.getByRole('button', { name: thingMessages.readAgain });

describe('one Thing is what it was read as last', () => {
  it('beside a list that was refreshed, without a call of its own', async () => {
    const noMedia = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(noMedia(query), { matches: query === besideTheList }),
    );
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

  it('alone, by a button beside the time at which it was read, with one call', async () => {
    const { user, calls, activate } = await openSuspended('');
    await activate();
    const before = calls();
    await user.click(readAgain());
    await waitFor(() => expect(card()).toHaveTextContent('The state is ACTIVE'));
    expect(calls()).toEqual([...before, 'one']);
    expect(readAgain()).toHaveFocus();
  });

  it('says aloud that it is read again, and when it was', async () => {
    const { sandbox, user, calls } = await openSuspended('');
    const status = () => screen.getByText(/^As the service listed it at/);
    expect(status()).toHaveRole('status');
    const before = calls();
    sandbox.faults.add({ route: 'GET /things', delayMs: 200 });
    await user.click(readAgain());
    expect(await screen.findByText(thingMessages.reading)).toHaveRole('status');
    await waitFor(() => expect(status()).toBeVisible());
    expect(status()).toHaveTextContent(/\d:\d\d:\d\d/);
    expect(calls()).toHaveLength(before.length + 1);
  });
});

it('an identifier that came with dashes into the address is one press from its SIM', async () => {
  const sandbox = createSandbox({ things: 60 });
  const iccid = sandbox.state.things()[3]?.ExternalUniqueId ?? '';
  const { user, router } = await renderRoute(
    paths.thing(`${iccid.slice(0, 4)}-${iccid.slice(4)} `),
    {
      sandbox,
    },
  );
  await user.click(await screen.findByRole('link', { name: thingMessages.lookInList(iccid) }));
  expect(router.state.location.search).toBe(`?ExternalUniqueId=${iccid}`);
  expect(await screen.findByRole('link', { name: iccid })).toBeVisible();
});
