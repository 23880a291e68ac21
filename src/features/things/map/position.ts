import type { ThingRecord } from '#api/things.ts';

/** Where a record places its SIM, as far as that can be drawn. Degrees (WGS 84). */
export type Position =
  | {
      readonly kind: 'usable';
      readonly latitude: number;
      readonly longitude: number;
      /** Radius in kilometres; undefined where the record states none. */
      readonly accuracyKm: number | undefined;
    }
  | { readonly kind: 'none' }
  /** 0, 0: open sea, and what systems write where they know no place. */
  | { readonly kind: 'zero' }
  /** No place on Earth. */
  | { readonly kind: 'odd'; readonly latitude: number; readonly longitude: number };

/** No mobile cell is as large as this, so a larger value means nothing. */
const maxAccuracyKm = 5_000;

export function positionOf({ LastLocation }: ThingRecord): Position {
  const { Latitude: latitude, Longitude: longitude, AccuracyInKM: km } = LastLocation ?? {};
  if (latitude === undefined || longitude === undefined) return { kind: 'none' };
  if (latitude === 0 && longitude === 0) return { kind: 'zero' };
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    return { kind: 'odd', latitude, longitude };
  }
  const isAccuracy = km !== undefined && km > 0 && km <= maxAccuracyKm;
  return { kind: 'usable', latitude, longitude, accuracyKm: isAccuracy ? km : undefined };
}

/** Latitude and longitude as people write them. */
export function positionText(latitude: number, longitude: number): string {
  const part = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(4)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
