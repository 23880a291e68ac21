import type { ThingRecord } from '#api/things.ts';
import { tacDigits } from '#identifiers/imei.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';

/** The device model (TAC) of the last known IMEI; undefined if it is not known. */
export function tacOfThing({ IMEI = '', raw }: ThingRecord): string | undefined {
  const device = lastDevice(IMEI, typeof raw['IMEI'] === 'number');
  return device.kind === 'imei' ? device.digits.slice(0, tacDigits) : undefined;
}
