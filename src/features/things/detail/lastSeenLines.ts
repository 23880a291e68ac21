import type { InventoryNeighbours } from '#api/inventory.ts';
import type { ThingRecord } from '#api/things.ts';
import { isSameDevice } from '#identifiers/imei.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber, isTimestamp } from '#lib/format.ts';

import { fact, hint, type KnownGroup, type ServiceLine } from './whyNoService.ts';

/** A SIM located more recently than this does not count as silent. */
const silentMs = 86_400_000;

/**
 * The lock of the SIM's group according to the inventory; undefined if the inventory has no lock or names another
 * group. Never calls the service.
 */
export function inventoryGroup(
  { ThingsGroupId }: ThingRecord,
  memory: InventoryNeighbours | undefined,
): KnownGroup | undefined {
  const lock = memory?.lock;
  if (!lock || ThingsGroupId === undefined || memory.thing.values.groupId !== ThingsGroupId) {
    return undefined;
  }
  return {
    group: {
      ThingsGroupId,
      LockMasterImei: lock.isLocked,
      ...(lock.prefix !== null && { IMEIPrefix: lock.prefix }),
      raw: {},
    },
    readAt: lock.seenAt,
  };
}

/** Lines that the inventory adds to a SIM's record: other SIMs with the same device or in the same cell. */
export function rememberedLines(
  thing: ThingRecord,
  { thing: remembered, sameDevice, cell }: InventoryNeighbours,
  now: number,
  timeWords: (at: number) => string,
): readonly ServiceLine[] {
  const { imei = '', locatedAt } = remembered.values;
  const age = `(from lists up to ${timeWords(now)})`;
  const lines: ServiceLine[] = [];
  // The inventory may have a different device or location than the record on screen.
  if (sameDevice.count > 0 && isSameDevice(imei, thing.IMEI ?? '')) {
    lines.push(
      hint(
        `${counted(sameDevice.count, 'other SIM was', 'other SIMs were')} last listed with the same device: ${namesOf(sameDevice)} ${age}. The device may be using another SIM.`,
      ),
    );
  }
  if (cell && cell.sims > 0 && locatedAt !== undefined && isSamePlace(thing, locatedAt)) {
    lines.push(cellLine(cell, now - locatedAt > silentMs, age));
  }
  return lines;
}

/** Says whether most SIMs in the cell fell silent together. If so, the cell may have failed rather than this SIM. */
function cellLine(
  { sims, silentTogether }: NonNullable<InventoryNeighbours['cell']>,
  isSilent: boolean,
  age: string,
): ServiceLine {
  const words = `${formatNumber(silentTogether)} of ${counted(sims, 'other SIM')} last located in the same cell fell silent within 30 minutes of this one ${age}`;
  return isSilent && silentTogether > 1 && silentTogether * 2 >= sims
    ? hint(`${words}. This can mean that the cell failed, not this SIM.`)
    : fact(`${words}.`);
}

function isSamePlace(thing: ThingRecord, locatedAt: number): boolean {
  const at = thing.LastLocation?.Timestamp;
  return at === locatedAt && isTimestamp(locatedAt);
}

function namesOf({ iccids, count }: InventoryNeighbours['sameDevice']): string {
  const names = iccids.join(', ');
  return count > iccids.length ? `${names}, …` : names;
}
