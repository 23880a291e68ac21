import type { ThingRecord } from '#api/things.ts';
import { tacDigits } from '#identifiers/imei.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';

/** The digits of the last known IMEI; undefined if it is not known. */
export function deviceOf({ IMEI = '', raw }: ThingRecord): string | undefined {
  const device = lastDevice(IMEI, typeof raw['IMEI'] === 'number');
  return device.kind === 'imei' ? device.digits : undefined;
}

/** The device model (TAC) of the last known IMEI; undefined if it is not known. */
export function tacOfThing(thing: ThingRecord): string | undefined {
  return deviceOf(thing)?.slice(0, tacDigits);
}
