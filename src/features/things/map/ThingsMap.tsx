import { geoNaturalEarth1, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { useId, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';

import { clusters, type Cluster } from './clusters.ts';
import { CountryShapes } from './CountryShapes.tsx';
import { mapMessages } from './mapMessages.ts';
import { positionOf } from './position.ts';
import { borders, land } from './worldShapes.ts';

import styles from './ThingsMap.module.css';

const width = 960;
const height = 380;
const margin = 40;
/** Markers nearer than this would lie upon each other. */
const overlap = 30;
/** Degrees to each side at least, so that borders tell where it is. */
const leastSpan = 8;

/** Where the SIMs of one page were last reported. What overlaps is one marker that opens a list. */
export function ThingsMap({ things }: { things: readonly ThingRecord[] }) {
  const drawing = useMemo(() => draw(things), [things]);
  const { search } = useLocation();
  const [open, setOpen] = useState<Cluster<ThingRecord>>();
  const listId = useId();
  // Another page has other markers.
  const shown = open && drawing.markers.includes(open) ? open : undefined;

  if (drawing.markers.length === 0) return <p role="status">{mapMessages.none}</p>;
  return (
    <section aria-label={mapMessages.label} className={styles.section}>
      <div className={styles.frame}>
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.map} aria-hidden="true">
          <CountryShapes
            width={width}
            height={height}
            land={drawing.land}
            borders={drawing.borders}
          />
        </svg>
        {drawing.markers.map((marker) => {
          const [only, ...others] = marker.members;
          const style = {
            left: `${(marker.x / width) * 100}%`,
            top: `${(marker.y / height) * 100}%`,
          };
          if (!only) return null;
          return others.length === 0 ? (
            <Link
              key={only.ExternalUniqueId}
              to={paths.thing(only.ExternalUniqueId, search)}
              className={styles.marker}
              style={style}
              aria-label={nameOf(only)}
              title={nameOf(only)}
            />
          ) : (
            <button
              key={only.ExternalUniqueId}
              type="button"
              className={styles.cluster}
              style={style}
              aria-expanded={marker === shown}
              aria-controls={listId}
              aria-label={mapMessages.here(marker.members.length)}
              onClick={() => setOpen(marker === shown ? undefined : marker)}
            >
              {marker.members.length}
            </button>
          );
        })}
      </div>
      <div id={listId}>
        {shown && (
          <div className={styles.list}>
            <p>{mapMessages.here(shown.members.length)}</p>
            <ul>
              {shown.members.map((thing) => (
                <li key={thing.ExternalUniqueId}>
                  <Link to={paths.thing(thing.ExternalUniqueId, search)}>{nameOf(thing)}</Link>
                </li>
              ))}
            </ul>
            <Button small onClick={() => setOpen(undefined)}>
              {mapMessages.close}
            </Button>
          </div>
        )}
      </div>
      <p className={styles.note}>
        {mapMessages.drawn(drawing.drawn, things.length)}{' '}
        {drawing.left !== '' && `(${drawing.left})`}
      </p>
    </section>
  );
}

function nameOf({ ExternalUniqueId, ThingName }: ThingRecord): string {
  return ThingName === undefined || ThingName === ''
    ? ExternalUniqueId
    : `${ThingName}, ${ExternalUniqueId}`;
}

function draw(things: readonly ThingRecord[]) {
  const placed = things.map((thing) => ({ thing, position: positionOf(thing) }));
  const usable = placed.flatMap(({ thing, position }) =>
    position.kind === 'usable' ? [{ thing, position }] : [],
  );
  const projection = geoNaturalEarth1().fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    around(usable.map(({ position }) => [position.longitude, position.latitude])),
  );
  const path = geoPath(
    projection.clipExtent([
      [0, 0],
      [width, height],
    ]),
  );
  const points = usable.flatMap(({ thing, position }) => {
    const at = projection([position.longitude, position.latitude]);
    return at ? [{ at: { x: at[0], y: at[1] }, item: thing }] : [];
  });
  const none = placed.filter(({ position }) => position.kind === 'none').length;
  return {
    land: path(land) ?? '',
    borders: path(borders) ?? '',
    markers: clusters(points, overlap),
    drawn: points.length,
    left: mapMessages.left(none, things.length - usable.length - none),
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
