import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Thing } from '#contract/thing.ts';
import { fleetValues, replayChanges } from '#testing/fixtures/fleetReplay.ts';
import {
  customers,
  logOf,
  minute,
  open,
  start,
  worldOf,
} from '#testing/fixtures/passingTimeFixture.ts';

import type { FleetChange, FleetChangeKind } from './fleetStage.ts';
import { fleetRoundMs } from './passingTime.ts';

const kindsOf = (changes: readonly FleetChange[]) => new Set(changes.map(({ kind }) => kind));

describe('a fleet with timePasses on', () => {
  it('shows each kind of change within ten minutes, and a few changes a minute', async () => {
    for (const seed of [1, 2, 3]) {
      const { clock, sandbox } = open({ things: 5000, seed });
      await clock.advance(10 * minute);
      const changes = sandbox.state.fleetChanges();
      const expected: readonly FleetChangeKind[] = [
        'first-imei', 'other-device', 'other-model', 'imei-gone', 'imsi', 'group', 'state', 'blocks',
        'silent', 'counting', 'added', 'removed',
      ]; // prettier-ignore
      expect([...kindsOf(changes)]).toEqual(expect.arrayContaining([...expected]));
      expect(changes.length).toBeGreaterThan(30);
      expect(changes.length).toBeLessThan(100);
    }
  });

  it('after a while, reverts its changes to devices, states, blocks, groups and silence', async () => {
    const { clock, sandbox } = open({ things: 5000 });
    await clock.advance(60 * minute);
    const changes = sandbox.state.fleetChanges();
    const kinds = kindsOf(changes);
    for (const kind of ['imei-back', 'heard', 'not-counting'] as const) {
      expect(kinds).toContain(kind);
    }
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'state', after: 'ACTIVE' }));
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'state', after: 'SUSPENDED' }));
  });

  it('is the same for the same seed, however often the clock is read', async () => {
    const story = async (steps: readonly number[]) => {
      const { clock, sandbox } = open();
      const passUntil = async (end: number) => {
        for (const step of steps) {
          await clock.advance(Math.min(step, end - clock.now()));
          sandbox.state.group('none');
        }
        await clock.advance(end - clock.now());
      };
      const meters = sandbox.state.groups().find(({ lockMasterImei }) => lockMasterImei);
      await passUntil(start + 17 * minute);
      sandbox.changeGroup(meters?.id ?? '', { name: 'Saved', imeiPrefix: '35' });
      await passUntil(start + 40 * minute);
      const changes = [logOf(sandbox), sandbox.state.colleagueChanges()];
      return { changes, world: worldOf(sandbox), group: sandbox.state.group(meters?.id ?? '') };
    };
    const whole = await story([]);
    // The colleague may have extended the name.
    expect(whole.group?.name).toMatch(/^Saved/);
    expect(whole.group?.imeiPrefix).toBe('35');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 8 * minute })), async (steps) => {
        expect(await story(steps)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  it('changes only the values in its log', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 10_000 }),
        fc.integer({ min: 1, max: 90 }),
        async (seed, minutes) => {
          const { clock, sandbox } = open({ seed });
          const before = worldOf(sandbox).map(({ things }) => things);
          await clock.advance(minutes * minute);
          for (const [index, id] of customers.entries()) {
            const after = fleetValues(sandbox.state.things(id));
            const changes = sandbox.state.fleetChanges(id);
            const replayed = replayChanges(fleetValues(before[index] ?? []), changes, after);
            expect([...replayed]).toEqual([...after]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('updates location and Data only for SIMs in service', async () => {
    const { clock, sandbox } = open({ things: 2000 });
    const before = new Map(sandbox.state.things().map((one) => [one.ExternalUniqueId, one]));
    await clock.advance(16 * minute);
    const changed = new Set(sandbox.state.fleetChanges().map(({ iccid }) => iccid));
    const pairs = sandbox.state.things().flatMap((now) => {
      const earlier = before.get(now.ExternalUniqueId);
      return earlier && !changed.has(now.ExternalUniqueId) ? [{ earlier, now }] : [];
    });
    const isLater = ({ earlier, now }: { earlier: Thing; now: Thing }) =>
      now.LastLocation.Timestamp !== earlier.LastLocation.Timestamp;
    const moved = pairs.filter(isLater);
    expect(moved.length).toBeGreaterThan(500);
    for (const { earlier, now } of moved) {
      expect(start - earlier.LastLocation.Timestamp).toBeLessThan(25 * 60 * minute);
      expect(['ACTIVE', 'TEST_ACTIVE']).toContain(now.State);
      expect(now.LastLocation.Timestamp).toBeGreaterThan(start);
      expect(now.LastLocation.Timestamp).toBeLessThanOrEqual(clock.now());
      expect(now.Data > earlier.Data).toBe(!now.Block.Data);
    }
    const others = pairs.filter((pair) => !isLater(pair));
    expect(others.map(({ now }) => now.Data)).toEqual(others.map(({ earlier }) => earlier.Data));
  });

  it('keeps every report whatever happens to a SIM, and adds none before it exists or while silent', async () => {
    const { clock, sandbox } = open({ things: 800 });
    const meters = sandbox.state.groups().find(({ lockMasterImei }) => lockMasterImei);
    let before = new Map(sandbox.state.things().map((one) => [one.ExternalUniqueId, one]));
    for (let step = 0; step < 45; step++) {
      await clock.advance(2 * minute);
      if (step % 9 === 8) sandbox.changeGroup(meters?.id ?? '', { lockMasterImei: step % 2 === 0 });
      const things = sandbox.state.things();
      const wrong = things.filter((now) => {
        const earlier = before.get(now.ExternalUniqueId);
        // For a SIM that has just been added, this is also the time of its first location.
        const seenAt = earlier?.LastLocation.Timestamp ?? now.DateAssignedToCustomer;
        const more = now.Data - (earlier?.Data ?? 0);
        // A report comes at most once a minute, with at most 20,099.
        return now.LastLocation.Timestamp < seenAt || more < 0 || more > 2 * 20_099;
      });
      expect(wrong).toEqual([]);
      before = new Map(things.map((one) => [one.ExternalUniqueId, one]));
    }
    const changes = sandbox.state.fleetChanges();
    const silence = changes.filter(({ kind }) => kind === 'silent' || kind === 'heard');
    const last = new Map(silence.map((change) => [change.iccid, change]));
    const silent = [...last.values()].filter(({ kind }) => kind === 'silent');
    expect(silent.length).toBeGreaterThan(8);
    const seen = silent.map(({ iccid, at }) => ({ at, thing: before.get(iccid) }));
    for (const { at, thing } of seen) expect(thing?.LastLocation.Timestamp ?? 0).toBeLessThan(at);
  });

  it('cuts off a device outside its group’s lock, and restores service after unlocking', async () => {
    const { clock, sandbox } = open({ things: 5000 });
    const meters = sandbox.state.groups().find(({ name }) => name === 'Electricity Meters North');
    const prefix = meters?.imeiPrefix ?? '';
    const isOutside = ({ IMEI, ThingsGroupId }: Thing) =>
      ThingsGroupId === meters?.id && !IMEI.startsWith(prefix);
    await clock.advance(2 * fleetRoundMs);
    const locked = sandbox.state.things().filter(isOutside);
    const swapped = sandbox.state.fleetChanges().filter(({ kind }) => kind === 'other-model');
    const outside = new Set(locked.map((one) => one.ExternalUniqueId));
    expect(swapped.filter(({ iccid }) => outside.has(iccid)).length).toBeGreaterThan(0);
    const lastSeen = () =>
      sandbox.state
        .things()
        .filter((one) => outside.has(one.ExternalUniqueId))
        .map((one) => [one.ExternalUniqueId, one.LastLocation.Timestamp, one.Data]);
    const then = lastSeen();
    await clock.advance(20 * minute);
    const stillOutside = new Set(
      sandbox.state
        .things()
        .filter(isOutside)
        .map((one) => one.ExternalUniqueId),
    );
    const same = lastSeen().filter(([iccid]) => stillOutside.has(String(iccid)));
    expect(then).toEqual(expect.arrayContaining(same));

    if (meters) sandbox.changeGroup(meters.id, { lockMasterImei: false });
    await clock.advance(20 * minute);
    const after = new Map(lastSeen().map(([iccid, at]) => [iccid, at]));
    const back = same.filter(([iccid, at]) => Number(after.get(iccid)) > Number(at));
    expect(back.length).toBeGreaterThan(0);
  });

  it('silences all SIMs of a cell at the same time, and brings them back', async () => {
    const { clock, sandbox } = open({ things: 5000 });
    await clock.advance(60 * minute);
    const byTime = Map.groupBy(
      sandbox.state.fleetChanges().filter(({ kind }) => kind === 'silent'),
      ({ at }) => at,
    );
    const outages = [...byTime.values()].filter((changes) => changes.length > 1);
    expect(outages.length).toBeGreaterThan(5);
    for (const changes of outages) {
      const cells = changes.flatMap(({ iccid, after }) => {
        const thing = sandbox.state.thing(iccid);
        return thing ? [after, `${thing.Lac}/${thing.CellId}`] : [];
      });
      expect(new Set(cells).size).toBe(1);
    }
    const first = outages[0]?.map(({ iccid }) => iccid) ?? [];
    const heard = sandbox.state.fleetChanges().filter(({ kind }) => kind === 'heard');
    expect(heard.map(({ iccid }) => iccid)).toEqual(expect.arrayContaining([first[0]]));
  });

  it('lets two SIMs report the same IMEI', async () => {
    const { clock, sandbox } = open({ things: 5000 });
    const shared = () =>
      [...Map.groupBy(sandbox.state.things(), ({ IMEI }) => IMEI)].filter(
        ([imei, of]) => imei.length > 13 && !/^0+$/.test(imei) && of.length > 1,
      );
    const before = shared().length;
    await clock.advance(10 * minute);
    expect(shared().length).toBeGreaterThan(before);
  });
});
