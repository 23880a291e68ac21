import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { InventoryNeighbours, ThingEvent } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { eventsAnswer } from '#testing/fixtures/openFleetPage.tsx';
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
  const [first] = within(await findCard()).getAllByRole('listitem');
  expect(first).toHaveTextContent('Fact');
  expect(await findCard()).toHaveTextContent('The state is SUSPENDED');
  expect(await findCard()).toHaveTextContent('was not looked up');
  await user.click(within(await findCard()).getByRole('button', { name: 'Copy ticket text' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain(`ICCID: ${iccid}`);
  expect(text).toMatch(/request ID req_[0-9a-f]+$/);

  // Once the groups have been read, the lock is known without a call.
  await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
  await screen.findByRole('table', { name: 'Thing Groups' });
  const calls = sandbox.state.requests().length;
  await act(() => router.navigate(-1));
  await waitFor(async () => expect(await findCard()).not.toHaveTextContent('was not looked up'));
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

const hour = 3_600_000;

/** Opens a SIM with the given data in the gateway's inventory. */
async function open(
  known: Partial<InventoryNeighbours> | undefined,
  events: readonly ThingEvent[] = [],
) {
  const sandbox = createSandbox({ things: 20 });
  const thing = sandbox.state
    .things()
    .find(({ IMEI, LastLocation }) => /^[1-9]/.test(IMEI) && LastLocation !== undefined);
  if (!thing) throw new Error('The sandbox has no SIM with a device');
  const iccid = thing.ExternalUniqueId;
  const asked: string[] = [];
  const rendered = await renderRoute(paths.thing(iccid), {
    sandbox,
    fleet({ call, query }) {
      asked.push(`${call} ${String(query)}`.trim());
      if (call === 'GET /events') return eventsAnswer(events);
      if (!known) return Response.json(null);
      return Response.json({
        thing: {
          ...remembered,
          iccid,
          values: {
            groupId: thing.ThingsGroupId,
            imei: thing.IMEI,
            locatedAt: thing.LastLocation?.Timestamp,
          },
        },
        sameDevice: { iccids: [], count: 0 },
        lock: null,
        cell: null,
        ...known,
      });
    },
  });
  return { ...rendered, iccid, thing, asked };
}

const findCard = () => screen.findByRole('region', { name: 'Why might this SIM have no service?' });
const findHistory = () => screen.findByRole('region', { name: 'History of this SIM' });

describe('one SIM, with data from the gateway’s inventory', () => {
  it('shows its group’s lock and the age of that data, without further calls to the service', async () => {
    const { sandbox } = await open({
      lock: { isLocked: true, prefix: '00000001', seenAt: Date.now() - hour },
    });
    await expectTextSoon(
      /^The Thing Group is locked to IMEIs that begin with 00000001 \(as listed at .*\)\. The last known IMEI does not\. The lock is checked when a session starts\.$/,
      await findCard(),
    );
    expect(within(await findCard()).queryByText(/not looked up/)).not.toBeInTheDocument();
    const routes = sandbox.state.requests().map(({ route }) => route);
    expect(routes).not.toContain('GET /thingsgroup/listWithMeasures');
  });

  it('still says that the lock was not looked up if no list has shown it', async () => {
    const { asked, iccid } = await open(undefined);
    await waitFor(() => expect(asked).toContain(`GET /things/${iccid}`));
    await expectTextSoon(/was not looked up/, await findCard());
    const looks = asked.filter((call) => call.startsWith('GET /things'));
    expect(new Set(looks)).toEqual(new Set([`GET /things/${iccid}`]));
  });

  it('names other SIMs listed with the same device', async () => {
    await open({ sameDevice: { iccids: ['8988228066600000777'], count: 1 } });
    await expectTextSoon(
      /^1 other SIM was last listed with the same device: 8988228066600000777 \(from lists up to .*\)\. The device may be using another SIM\.$/,
      await findCard(),
    );
  });

  it('shows its changes as one timeline with old and new values', async () => {
    await open({}, [thingChange]);
    const [entry] = await within(await findHistory()).findAllByRole('listitem');
    expect(entry).toHaveTextContent(
      /^Different device model between .*352081150000017 → 356846104140054$/,
    );
    for (const side of ['352081150000017', '356846104140054']) {
      expect(screen.getByText(side, { selector: 'bdi' })).toBeVisible();
    }
    expect(
      within(await findHistory()).getByRole('link', { name: 'Open the full history' }),
    ).toHaveAttribute('href', expect.stringMatching(/^\/fleet\/changes\?iccid=/));
  });

  it('says that no changes have been seen yet', async () => {
    await open({});
    await expectTextSoon(/^No changes to this SIM seen yet/, await findHistory());
  });
});

it('one SIM with static hosting has no history', async () => {
  const sandbox = createSandbox({ things: 1 });
  const [thing] = sandbox.state.things();
  await renderRoute(paths.thing(thing?.ExternalUniqueId ?? ''), { sandbox });
  await findCard();
  expect(screen.queryByRole('region', { name: 'History of this SIM' })).not.toBeInTheDocument();
});
