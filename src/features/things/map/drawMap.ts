import { geoNaturalEarth1, geoPath, type GeoPermissibleObjects } from 'd3-geo';

import type { ThingRecord } from '#api/things.ts';

import { clusters } from './clusters.ts';
import { positionOf } from './position.ts';
import { borders, land } from './worldShapes.ts';

/** Room at the edges, in CSS pixels. */
const margin = 24;
/** Markers nearer than this, in CSS pixels, would lie upon each other: the largest is so wide. */
const overlap = 30;
/** A map that is narrow is still high enough to tell places apart. */
const leastHeight = 240;
const heightOfWidth = 0.4;
/** Degrees to each side at least, so that borders tell where it is. */
const leastSpan = 8;

/** A Thing and where it is, in degrees. */
interface PlacedThing {
  readonly thing: ThingRecord;
  readonly longitude: number;
  readonly latitude: number;
}

/** The Things that can be drawn, and the number of those that cannot, by their reasons. */
export function placed(things: readonly ThingRecord[]) {
  const all = things.map((thing) => ({ thing, position: positionOf(thing) }));
  const usable: readonly PlacedThing[] = all.flatMap(({ thing, position }) =>
    position.kind === 'usable' ? [{ thing, ...position }] : [],
  );
  const none = all.filter(({ position }) => position.kind === 'none').length;
  return { usable, none, suspicious: things.length - usable.length - none };
}

/**
 * The map for a place of this width, and its markers, in CSS pixels: markers do not shrink with the map, so
 * it is the place that says which of them overlap.
 */
export function drawMap(things: readonly PlacedThing[], width: number) {
  const height = Math.max(leastHeight, Math.round(width * heightOfWidth));
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
  return {
    width,
    height,
    land: path(land) ?? '',
    borders: path(borders) ?? '',
    markers: clusters(points, overlap),
  };
}

/** The corners of all points, and some land around them. */
function around(points: readonly (readonly [number, number])[]): GeoPermissibleObjects {
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  const range = (values: readonly number[], most: number): readonly [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const more = Math.max(0, leastSpan - (high - low) / 2);
    return [Math.max(-most, low - more), Math.min(most, high + more)];
  };
  const [west, east] = range(longitudes, 179.9);
  const [south, north] = range(latitudes, 85);
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
