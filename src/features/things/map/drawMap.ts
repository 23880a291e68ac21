import { geoNaturalEarth1, geoPath, type GeoPermissibleObjects } from 'd3-geo';

import type { ThingRecord } from '#api/things.ts';

import { worldPaths } from './CountryShapes.tsx';
import { positionOf } from './position.ts';

/** Padding at the edges, in CSS pixels. */
const margin = 24;
/** Markers closer than this, in CSS pixels, overlap; the width of the largest marker. */
const overlap = 30;
/** Minimum height, so that places stay distinguishable on a narrow map. */
const minHeight = 240;
const heightToWidth = 0.4;
/** Minimum number of degrees shown on each side, so that borders are visible. */
const minSpan = 8;

/** A Thing and its location, in degrees. */
interface PlacedThing {
  readonly thing: ThingRecord;
  readonly longitude: number;
  readonly latitude: number;
}

/** The Things on the map, and how many are missing from it, by reason. */
export function placed(things: readonly ThingRecord[]) {
  const all = things.map((thing) => ({ thing, position: positionOf(thing) }));
  const usable: readonly PlacedThing[] = all.flatMap(({ thing, position }) =>
    position.kind === 'usable' ? [{ thing, ...position }] : [],
  );
  const none = all.filter(({ position }) => position.kind === 'none').length;
  return { usable, none, suspicious: things.length - usable.length - none };
}

/**
 * The map and its markers at this width, in CSS pixels. Markers have a fixed size, so the width determines which of
 * them overlap.
 */
export function drawMap(things: readonly PlacedThing[], width: number) {
  const height = Math.max(minHeight, Math.round(width * heightToWidth));
  const projection = geoNaturalEarth1().fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    around(things.map(({ longitude, latitude }) => [longitude, latitude])),
  );
  const path = geoPath(
    projection.clipExtent([
      [0, 0],
      [width, height],
    ]),
  );
  const points = things.flatMap(({ thing, longitude, latitude }) => {
    const at = projection([longitude, latitude]);
    return at ? [{ at: { x: at[0], y: at[1] }, item: thing }] : [];
  });
  return { width, height, ...worldPaths(path), markers: clusters(points, overlap) };
}

/** The bounding box of all points, with some land around it. */
function around(points: readonly (readonly [number, number])[]): GeoPermissibleObjects {
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  const range = (values: readonly number[], most: number): readonly [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const more = Math.max(0, minSpan - (high - low) / 2);
    return [Math.max(-most, low - more), Math.min(most, high + more)];
  };
  const [west, east] = range(longitudes, 179.9);
  const [south, north] = range(latitudes, 90);
  return {
    type: 'MultiPoint',
    coordinates: [
      [west, south],
      [west, north],
      [east, south],
      [east, north],
    ],
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Cluster<T> extends Point {
  readonly members: readonly T[];
}

/**
 * Groups points so that no two centres are closer than `distance`, in the same unit as the points.
 */
export function clusters<T>(
  items: readonly { readonly at: Point; readonly item: T }[],
  distance: number,
): readonly Cluster<T>[] {
  const found: Cluster<T>[] = [];
  for (const { at, item } of items) {
    let grown: Cluster<T> = { ...at, members: [item] };
    // A cluster's centre moves as it grows, and may come too close to another cluster.
    for (;;) {
      const { x, y } = grown;
      const close = found.findIndex((other) => Math.hypot(other.x - x, other.y - y) < distance);
      const [other] = close < 0 ? [] : found.splice(close, 1);
      if (!other) break;
      grown = merge(other, grown);
    }
    found.push(grown);
  }
  return found;
}

function merge<T>(one: Cluster<T>, other: Cluster<T>): Cluster<T> {
  const members = [...one.members, ...other.members];
  const share = other.members.length / members.length;
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share, members };
}
