import { expect, it } from 'vitest';

import { type FleetCheck, fleetScan } from '#contract/inventory.ts';
import { inventoryThings } from '#contract/inventoryThings.ts';
import type { Thing } from '#contract/thing.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { type Opened, openFleet, readFleet, type Scan } from '#testing/fixtures/scansFixture.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const recordsPath = '/records/fleet';

/** A complete scan, started and ended the way a page does it. */
async function readWhole(opened: Opened): Promise<Scan> {
  const { fixture, cookie } = opened;
  await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
  await fixture.send('GET', '/api/things?limit=1', { cookie });
  await fixture.pass(1000);
  const begun = await fixture.send('POST', `${recordsPath}/readings`, { cookie });
  const { id } = fleetScan.parse(await begun.json());
  await fixture.pass(1);
  const scan = await readFleet(opened, 0, 49);
  await fixture.pass(1);
  const body = { state: 'complete', things: scan.size };
  const ended = await fixture.send('PUT', `${recordsPath}/readings/${id}`, { cookie, body });
  expect(fleetScan.parse(await ended.json()).state).toBe('complete');
  return scan;
}

/** All SIMs found by a check. */
async function found({ fixture, cookie }: Opened, check: FleetCheck): Promise<readonly string[]> {
  const iccids: string[] = [];
  for (let before = ''; ;) {
    const path = `${recordsPath}/things?check=${check}&size=200${before && `&before=${before}`}`;
    const page = inventoryThings.parse(await (await fixture.send('GET', path, { cookie })).json());
    iccids.push(...page.things.map(({ iccid }) => iccid));
    if (page.next === null) return iccids.toSorted();
    before = page.next;
  }
}

const isWithout = ({ IMEI }: Thing) => /^0*$/.test(IMEI);
const hasDevice = (one: Thing) => /^\d{14,16}$/.test(one.IMEI) && !isWithout(one);
/** TAC and serial number (3GPP TS 23.003, 6.2). */
const deviceOf = ({ IMEI }: Thing) => IMEI.slice(0, 14);

it.for([
  { seed: 1, after: 'twenty minutes', ms: 20 * minute },
  { seed: 2, after: 'a day', ms: day + minute },
])(
  'F5: the checks of a fleet over time find exactly the SIMs that the sandbox has, after $after',
  { timeout: 60_000 },
  async ({ seed, ms }, { annotate }) => {
    const clock = manualClock();
    const sandbox = createSandbox({ clock, seed, things: 600, timePasses: true });
    let opened = await openFleet(clock, sandbox);
    await clock.advance(10 * minute);
    const first = await readWhole(opened);
    const firstAt = Math.max(...Array.from(first.values(), ({ at }) => at));
    const earlier = new Map(sandbox.state.things().map((one) => [one.ExternalUniqueId, one]));
    await clock.advance(ms);
    opened = { ...opened, cookie: await opened.fixture.signIn() };
    const secondAt = Math.max(...Array.from((await readWhole(opened)).values(), ({ at }) => at));
    const changes = sandbox.state.fleetChanges().filter(({ at }) => at > firstAt && at <= secondAt);
    const things = sandbox.state.things();
    const groups = new Map(sandbox.state.groups().map((one) => [one.id, one]));
    const holders = Map.groupBy(things.filter(hasDevice), deviceOf);
    const before = (one: Thing) => earlier.get(one.ExternalUniqueId);
    const isSilent =
      (days: number) =>
      ({ LastLocation: { Timestamp } }: Thing) =>
        Timestamp > 0 && Timestamp < clock.now() - days * day;

    const isFound: Partial<Record<FleetCheck, (one: Thing) => boolean>> = {
      'outside-lock'(one) {
        const group = groups.get(one.ThingsGroupId ?? '');
        return (
          group?.lockMasterImei === true &&
          one.State !== 'SUSPENDED' &&
          !one.IMEI.startsWith(group.imeiPrefix)
        );
      },
      'shared-imei': (one) => hasDevice(one) && (holders.get(deviceOf(one))?.length ?? 0) > 1,
      'no-imei': (one) => isWithout(one) && isWithout(before(one) ?? one),
      'silent-7': isSilent(7),
      'silent-30': isSilent(30),
      'silent-90': isSilent(90),
      'suspended-counting': (one) =>
        one.State === 'SUSPENDED' &&
        before(one)?.State === 'SUSPENDED' &&
        one.Data > (before(one)?.Data ?? 0),
      'other-device'(one) {
        const was = before(one) ?? one;
        return hasDevice(one) && hasDevice(was) && deviceOf(one) !== deviceOf(was);
      },
      blocked: (one) => Object.values(one.Block).includes(true),
      // This scan takes a day.
      'same-data': (one) => ms >= day && one.Data === before(one)?.Data,
      'unlisted-group': () => false,
    };
    const counts: string[] = [];
    for (const [check, test] of Object.entries(isFound)) {
      const expected = things.filter(test).map((one) => one.ExternalUniqueId);
      // oxlint-disable-next-line no-unsafe-type-assertion -- these are the keys of a constant
      const reported = await found(opened, check as FleetCheck);
      expect([check, reported]).toEqual([check, expected.toSorted()]);
      counts.push(`${check} ${reported.length}`);
    }
    const empty = counts.filter((one) => one.endsWith(' 0'));
    expect(empty).toEqual(ms < day ? ['same-data 0', 'unlisted-group 0'] : ['unlisted-group 0']);
    const removed = changes.filter(({ kind, iccid }) => kind === 'removed' && first.has(iccid));
    const notFound = await found(opened, 'not-found');
    expect(notFound).toEqual(removed.map(({ iccid }) => iccid).toSorted());
    await annotate(`seed ${seed}: ${[...counts, `not-found ${notFound.length}`].join(', ')}`);
  },
);
