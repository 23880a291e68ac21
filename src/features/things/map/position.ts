import type { ThingRecord } from '#api/things.ts';

/** The location in a record, if the map can show it, in degrees (WGS 84). */
export type Position =
  | {
      readonly kind: 'usable';
      readonly latitude: number;
      readonly longitude: number;
      /** Radius in kilometres; undefined if the record has none. */
      readonly accuracyKm: number | undefined;
    }
  | { readonly kind: 'none' }
  /** 0, 0 is in the open sea; many systems report it for an unknown location. */
  | { readonly kind: 'zero' }
  /** Not a place on Earth. */
  | { readonly kind: 'odd'; readonly latitude: number; readonly longitude: number };

/** Larger values are meaningless, because no mobile cell is that large. */
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

/** Latitude and longitude as usually written. */
export function positionText(latitude: number, longitude: number): string {
  const part = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(4)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
