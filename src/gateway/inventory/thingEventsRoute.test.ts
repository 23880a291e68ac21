import { expect, it } from 'vitest';

import { thingEventsPage } from '#contract/inventoryThings.ts';
import { eventsPath, iccids, signedIn, thingsPath } from '#testing/fixtures/thingEventsFixture.ts';

it('F2: changes to SIMs are shown with both values, and with the two lists they happened between', async () => {
  const { fixture, sims, list, events } = await signedIn();
  await list();
  const since = fixture.clock.now() - 1000;
  Object.assign(sims[1] ?? {}, { State: 'SUSPENDED', IMEI: '352081150000024' });
  await fixture.pass(1_200_000);
  await list();
  const at = fixture.clock.now() - 1000;
  const [state, device, ...others] = (await events()).toSorted((a, b) =>
    b.kind.localeCompare(a.kind),
  );
  const span = { iccid: iccids[1], since, at };
  expect(state).toMatchObject({ kind: 'state', before: 'ACTIVE', after: 'SUSPENDED', ...span });
  const imeis = { before: '352081150000016', after: '352081150000024' };
  expect(device).toMatchObject({ kind: 'other-device', ...imeis, ...span });
  expect(others).toEqual([]);
});

it('F2: changes to SIMs include changes from the list that the page has just read', async () => {
  const { fixture, cookie, sims, list, events } = await signedIn();
  await list();
  await fixture.pass(60_000);
  Object.assign(sims[0] ?? {}, { State: 'SUSPENDED' });
  expect((await fixture.send('GET', thingsPath, { cookie })).status).toBe(200);
  expect(await events()).toMatchObject([{ kind: 'state', after: 'SUSPENDED' }]);
});

it('F2: changes to SIMs are found by kind, SIM and time, and paged in both directions', async () => {
  const { fixture, cookie, sims, list, events } = await signedIn();
  await list();
  const times: number[] = [];
  for (const State of ['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'ACTIVE', 'SUSPENDED']) {
    Object.assign(sims[0] ?? {}, { State });
    await list();
    times.push(fixture.clock.now() - 1000);
  }
  Object.assign(sims[1] ?? {}, { IMEI: '' });
  await list();
  expect(await events()).toHaveLength(6);
  expect(await events('?kind=imei-gone')).toMatchObject([{ iccid: iccids[1] }]);
  expect(await events(`?iccid=${iccids[1]}`)).toHaveLength(1);
  expect(await events(`?iccid=${iccids[2]}`)).toEqual([]);
  const between = await events(`?from=${times[1]}&to=${times[3]}`);
  expect(between.map(({ at }) => at)).toEqual([times[2], times[1]]);

  const page = async (query: string) => {
    const path = `${eventsPath}?kind=state&size=2${query}`;
    return thingEventsPage.parse(await (await fixture.send('GET', path, { cookie })).json());
  };
  const first = await page('');
  const second = await page(`&before=${first.next}`);
  const third = await page(`&before=${second.next}`);
  expect([first, second, third].flatMap((one) => one.events.map(({ at }) => at))).toEqual(
    times.toReversed(),
  );
  expect([first.previous, second.previous, third.next]).toEqual([null, '', null]);
  expect(await page(`&before=${third.previous}`)).toEqual(second);
});

it('F2, F1: changes to SIMs are neither kept nor shown if the inventory is off', async () => {
  const { fixture, cookie, sims, list } = await signedIn({ FLEET_MEMORY: 'off' });
  await list();
  Object.assign(sims[0] ?? {}, { State: 'SUSPENDED' });
  await list();
  const answer = await fixture.send('GET', eventsPath, { cookie });
  expect(await answer.json()).toEqual({ events: [], next: null, previous: null, keptDays: 0 });
});
