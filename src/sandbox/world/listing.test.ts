import { describe, expect, it } from 'vitest';

import { allIccids, openSandbox } from '#testing/fixtures/sandboxClient.ts';

const minute = 60_000;
type Opened = Awaited<ReturnType<typeof openSandbox>>;

const listed = ({ caller }: Opened, query: Record<string, string> = {}) =>
  allIccids((page) => caller.things({ ...query, ...page }));

describe('lists of a world in which time passes', () => {
  it('have every SIM once, in the same order by name whether first sorted before or after the changes', async () => {
    const [early, late] = await Promise.all([
      openSandbox({ things: 400, timePasses: true }),
      openSandbox({ things: 400, timePasses: true }),
    ]);
    const before = await listed(early, { 'sortBy[ThingName]': 'ASC' });
    await early.clock.advance(120 * minute);
    await late.clock.advance(120 * minute);
    const after = await listed(early, { 'sortBy[ThingName]': 'ASC' });
    expect(after).toEqual(await listed(late, { 'sortBy[ThingName]': 'ASC' }));
    expect(after.toReversed()).toEqual(await listed(early, { 'sortBy[ThingName]': 'DESC' }));
    expect(after).toHaveLength(400);
    expect(new Set(after)).toEqual(new Set(await listed(early)));
    expect(new Set(after)).not.toEqual(new Set(before));
    const inOrder = after.map((iccid) => early.sandbox.state.thing(iccid)?.ThingName ?? '');
    expect(inOrder).toEqual(inOrder.toSorted());
  });

  it('find SIMs by their current values, not by earlier values', async () => {
    const opened = await openSandbox({ things: 400, timePasses: true });
    const { clock, sandbox } = opened;
    const search = (filter: string, value: string) =>
      listed(opened, { [`filterBy[${filter}]`]: value });
    // Make the searches build their indexes before anything changes.
    await search('IMEI', '35');
    await search('ActiveMobileSubscriber', '26201');
    await search('ExternalUniqueId', '89');
    await clock.advance(60 * minute);
    const changes = sandbox.state.fleetChanges();
    const things = sandbox.state.things();
    for (const { iccid, before } of changes.filter((one) => one.kind === 'imsi')) {
      const thing = sandbox.state.thing(iccid);
      if (!thing) continue;
      expect(await search('ActiveMobileSubscriber', thing.ActiveMobileSubscriber)).toEqual([iccid]);
      const holders = things.filter((one) => one.ActiveMobileSubscriber === before);
      expect(await search('ActiveMobileSubscriber', before)).toEqual(
        holders.map((one) => one.ExternalUniqueId),
      );
    }
    const imeis = changes.flatMap(({ before, after }) => [before, after]);
    for (const imei of new Set(imeis.filter((text) => /^[1-9]\d{14}$/.test(text)))) {
      const holders = things.filter((one) => one.IMEI.includes(imei));
      expect(await search('IMEI', imei)).toEqual(holders.map((one) => one.ExternalUniqueId));
    }
    const removed = changes.filter(({ kind }) => kind === 'removed');
    const added = changes.filter(({ kind }) => kind === 'added');
    expect([removed.length > 5, removed.length === added.length]).toEqual([true, true]);
    for (const { iccid } of removed) {
      expect(await search('ExternalUniqueId', iccid)).toEqual([]);
      expect(sandbox.state.thing(iccid)).toBeUndefined();
    }
    for (const { iccid } of added) {
      const isThere = sandbox.state.thing(iccid) !== undefined;
      expect(await search('ExternalUniqueId', iccid)).toEqual(isThere ? [iccid] : []);
    }
  });

  it('have groups whose measures match their Things', async () => {
    const { clock, sandbox } = await openSandbox({ things: 400, timePasses: true });
    for (const passed of [0, 120 * minute]) {
      await clock.advance(passed);
      const things = sandbox.state.things();
      for (const { id, measures } of sandbox.state.groups()) {
        const own = things.filter((one) => one.ThingsGroupId === id);
        expect(measures.total).toBe(own.length);
        expect(measures.Active).toBe(own.filter((one) => one.State === 'ACTIVE').length);
        expect(measures.Data).toBe(own.reduce((sum, one) => sum + one.Data, 0));
      }
    }
  });

  it('keep unique identifiers', async () => {
    const { clock, sandbox } = await openSandbox({ things: 400, timePasses: true });
    await clock.advance(8 * 60 * minute);
    const things = sandbox.state.things();
    expect(new Set(things.map((one) => one.ActiveMobileSubscriber)).size).toBe(400);
    expect(new Set(things.map((one) => one.ThingName)).size).toBe(400);
    for (const one of things) expect(one.ActiveMobileSubscriber).toMatch(/^\d{15}$/);
  });
});
