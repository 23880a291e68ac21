import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { InventoryNeighbours, ThingEvent } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { eventsAnswer, listAnswer } from '#testing/fixtures/openFleetPage.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

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
      if (call === 'GET /things') return listAnswer(known ? [{ ...remembered, iccid }] : []);
      if (call === 'GET /events') return eventsAnswer(events);
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

const card = () => screen.findByRole('region', { name: 'Why might this SIM have no service?' });
const history = () => screen.findByRole('region', { name: 'History of this SIM' });

describe('one SIM, with data from the gateway’s inventory', () => {
  it('shows its group’s lock and the age of that data, without further calls to the service', async () => {
    const { sandbox } = await open({
      lock: { isLocked: true, prefix: '00000001', seenAt: Date.now() - hour },
    });
    await expectTextSoon(
      /^The Thing Group is locked to IMEIs that begin with 00000001 \(as listed at .*\)\. The last known IMEI does not\. The lock is checked when a session starts\.$/,
      await card(),
    );
    expect(within(await card()).queryByText(/not looked up/)).not.toBeInTheDocument();
    const routes = sandbox.state.requests().map(({ route }) => route);
    expect(routes).not.toContain('GET /thingsgroup/listWithMeasures');
  });

  it('still says that the lock was not looked up if no list has shown it', async () => {
    const { asked } = await open(undefined);
    await expectTextSoon(/was not looked up/, await card());
    expect(asked.filter((call) => call.startsWith('GET /things/'))).toEqual([]);
  });

  it('names other SIMs listed with the same device', async () => {
    await open({ sameDevice: { iccids: ['8988228066600000777'], count: 1 } });
    await expectTextSoon(
      /^1 other SIM was last listed with the same device: 8988228066600000777 \(from lists up to .*\)\. The device may be using another SIM\.$/,
      await card(),
    );
  });

  it('shows its changes as one timeline with old and new values', async () => {
    await open({}, [thingChange]);
    const [entry] = await within(await history()).findAllByRole('listitem');
    expect(entry).toHaveTextContent(
      /^Different device model between .*352081150000017 → 356846104140054$/,
    );
    expect(
      within(await history()).getByRole('link', { name: 'Open the full history' }),
    ).toHaveAttribute('href', expect.stringMatching(/^\/fleet\/changes\?iccid=/));
  });

  it('says that no changes have been seen yet', async () => {
    await open({});
    await expectTextSoon(/^No changes to this SIM seen yet/, await history());
  });
});

it('one SIM with static hosting has no history', async () => {
  const sandbox = createSandbox({ things: 1 });
  const [thing] = sandbox.state.things();
  await renderRoute(paths.thing(thing?.ExternalUniqueId ?? ''), { sandbox });
  await card();
  expect(screen.queryByRole('region', { name: 'History of this SIM' })).not.toBeInTheDocument();
});
