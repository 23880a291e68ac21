import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readThing } from '#api/things.ts';
import { assessLock } from '#features/groups/impact/assessLock.ts';
import { impactParts } from '#features/groups/impact/ImpactBar.tsx';
import { simOf } from '#features/groups/impact/sim.ts';
import { readThingsList } from '#gateway/inventory/listedThings.ts';

import { engines } from './fixtures/testDatabases.ts';
import { openFleet } from './load/inventoryStoreBench.ts';

const imei = '352081150000016';

/** What a service may report as a device, or omit. */
const devices: readonly unknown[] = [
  imei,
  imei.slice(0, 14),
  `${imei.slice(0, 14)}12`,
  `${imei}3`,
  `IMEI: ${imei}`,
  '35-208115-000001-6',
  352081150000016,
  35208115000001,
  '352081159999999',
  '860567041234567',
  '35208115',
  'unknown',
  '',
  ' ',
  '0',
  '000000000000000',
  0,
  null,
];
const suspended = ['SUSPENDED', 'suspended', ' Suspended '];
const states = [...suspended, 'ACTIVE', 'TEST_ACTIVE', 'PROVISIONED', '', undefined];
const prefixes = ['3', '86', '352081', '35208115', '3520811599', imei.slice(0, 14), imei, '99'];

type Fields = readonly [device: unknown, state: unknown];

const records = (groupId: string, given: readonly Fields[]) =>
  given.map(([IMEI, State], index) => ({
    ExternalUniqueId: `8988228${groupId.padStart(6, '0')}${String(index).padStart(6, '0')}`,
    ThingsGroupId: groupId,
    IMEI,
    State,
  }));

/** The preview in the console, which reads the SIMs again. */
function freshly(things: readonly unknown[], prefix: string) {
  const sims = things.flatMap((thing) => {
    const record = readThing(thing);
    return record ? [simOf(record)] : [];
  });
  const assessment = assessLock(sims, prefix);
  return { parts: impactParts(assessment), losing: assessment.losing };
}

describe.each(engines)('Q1: a lock, counted in %s', (engine) => {
  /** An inventory in which lists have shown groups of SIMs. */
  async function open() {
    const { list, listGroups, page, queries } = await openFleet(engine);
    return {
      show: (things: readonly unknown[]) =>
        list(...readThingsList(things).map(({ iccid, values }) => [iccid, values] as const)),
      /** What a lock would mean, and which SIMs are outside it once the group has that lock. */
      async count(groupId: string, prefix: string) {
        const { sims, parts } = await queries.lockImpact('cid_1', { groupId, prefix });
        const { outside, none, malformed } = parts;
        await listGroups({ [groupId]: { LockMasterImei: true, IMEIPrefix: prefix } });
        const { count } = await page({
          check: 'outside-lock',
          where: [{ field: 'group', relation: 'is', values: [groupId] }],
        });
        return { sims, parts, losing: outside + none + malformed, outsideLock: count };
      },
    };
  }

  it('means the same to the preview, the inventory and the check on locked groups', async () => {
    const { show, count } = await open();
    const pairs = devices.flatMap((device) => states.map((state): Fields => [device, state]));
    const things = records('1', pairs);
    await show(things);
    for (const prefix of prefixes) {
      const { parts, losing } = freshly(things, prefix);
      // If there is no value, the preview says "no IMEI", but the inventory has not seen that in any list.
      const unlisted = states.length - suspended.length;
      expect({ prefix, ...(await count('1', prefix)) }).toEqual({
        prefix,
        sims: things.length,
        parts: { ...parts, none: parts.none - unlisted, malformed: parts.malformed + unlisted },
        losing,
        outsideLock: losing,
      });
    }
  });

  it('cuts off the same number of SIMs, whatever is reported', async () => {
    const { show, count } = await open();
    const reported = fc.oneof(
      fc.stringMatching(/^35208115\d{5,9}$/),
      fc.stringMatching(/^\d{13,17}$/),
      fc.constantFrom(...devices),
    );
    const many = fc.array(fc.tuple(reported, fc.constantFrom(...states)), {
      minLength: 1,
      maxLength: 40,
    });
    const anyPrefix = fc.oneof(fc.stringMatching(/^\d{1,15}$/), fc.constantFrom(...prefixes));
    let groups = 0;
    await fc.assert(
      fc.asyncProperty(many, anyPrefix, async (given, prefix) => {
        const groupId = String(++groups);
        const things = records(groupId, given);
        const { losing, parts } = freshly(things, prefix);
        await show(things);
        expect(await count(groupId, prefix)).toMatchObject({
          losing,
          outsideLock: losing,
          parts: { inside: parts.inside, outside: parts.outside, suspended: parts.suspended },
        });
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });
});
