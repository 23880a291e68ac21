import { describe, expect, it } from 'vitest';

import type { InventoryNeighbours } from '#api/inventory.ts';
import type { ThingRecord } from '#api/things.ts';
import { remembered } from '#testing/fixtures/fleetFigures.ts';

import { inventoryGroup, rememberedLines } from './lastSeenLines.ts';

const now = Date.UTC(2026, 5, 1);
const hour = 3_600_000;
const at = now - 48 * hour;

const thing: ThingRecord = {
  ExternalUniqueId: remembered.iccid,
  IMEI: '3568461041400501',
  ThingsGroupId: 'g1',
  LastLocation: { Timestamp: at },
  raw: {},
};
const memory: InventoryNeighbours = {
  thing: { ...remembered, values: { imei: '356846104140054', groupId: 'g1', locatedAt: at } },
  sameDevice: { iccids: [], count: 0 },
  lock: null,
  cell: null,
};

const lines = (known: Partial<InventoryNeighbours>, change: Partial<ThingRecord> = {}) =>
  rememberedLines({ ...thing, ...change }, { ...memory, ...known }, now, () => '12:00').map(
    ({ kind, text, against }) => `${kind}${against ? ' against' : ''}: ${text}`,
  );

const silent =
  'last located in the same cell fell silent within 30 minutes of this one (from lists up to 12:00).';

describe('the inventory’s data alongside a record', () => {
  it.each([
    [{ sims: 0, silentTogether: 0 }, []],
    [{ sims: 1, silentTogether: 1 }, [`fact: 1 of 1 other SIM ${silent}`]],
    [{ sims: 12, silentTogether: 3 }, [`fact: 3 of 12 other SIMs ${silent}`]],
    [
      { sims: 12, silentTogether: 9 },
      [
        `hint against: 9 of 12 other SIMs ${silent} This can mean that the cell failed, not this SIM.`,
      ],
    ],
  ])('of a cell with %o', (cell, expected) => expect(lines({ cell })).toEqual(expected));

  it('does not report a cell as failed if the SIM was located today', () => {
    const recent = now - hour;
    const [line] = lines(
      {
        thing: { ...memory.thing, values: { ...memory.thing.values, locatedAt: recent } },
        cell: { sims: 12, silentTogether: 12 },
      },
      { LastLocation: { Timestamp: recent } },
    );
    expect(line).toMatch(/^fact: /);
  });

  it('ignores a location or a device that the record no longer has', () => {
    const cell = { sims: 12, silentTogether: 9 };
    const sameDevice = { iccids: ['1'], count: 1 };
    expect(lines({ cell }, { LastLocation: { Timestamp: at + hour } })).toEqual([]);
    expect(lines({ sameDevice }, { IMEI: '869999999999999' })).toEqual([]);
    expect(lines({ sameDevice })).toHaveLength(1);
  });

  it('takes the lock only from the group named in the record', () => {
    const lock = { isLocked: true, prefix: '35208115', seenAt: at };
    const known = { ...memory, lock };
    expect(inventoryGroup(thing, known)).toMatchObject({
      group: { LockMasterImei: true, IMEIPrefix: '35208115' },
      readAt: at,
    });
    expect(inventoryGroup({ ...thing, ThingsGroupId: 'g2' }, known)).toBeUndefined();
    expect(inventoryGroup(thing, memory)).toBeUndefined();
    const withoutPrefix = inventoryGroup(thing, { ...known, lock: { ...lock, prefix: null } });
    expect(withoutPrefix?.group).not.toHaveProperty('IMEIPrefix');
  });
});
