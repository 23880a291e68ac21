import { useCallback, useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';

import { CountryShapes } from './CountryShapes.tsx';
import { drawMap, placed } from './drawMap.ts';

import styles from './ThingsMap.module.css';

/** The last locations of one page's SIMs. Overlapping markers are merged into one marker that opens a list. */
export function ThingsMap({ things }: { things: readonly ThingRecord[] }) {
  const { usable, none, suspicious } = useMemo(() => placed(things), [things]);
  const { frame, width } = useMapWidth();
  const drawing = useMemo(
    () => (width === undefined ? undefined : drawMap(usable, width)),
    [usable, width],
  );
  const { search } = useLocation();
  /** The ICCID of a Thing at the open marker, because the markers themselves change with the width of the map. */
  const [open, setOpen] = useState<string>();
  const listId = useId();
  const shown = drawing?.markers.find(
    ({ members }) =>
      members.length > 1 && members.some(({ ExternalUniqueId }) => ExternalUniqueId === open),
  );

  if (usable.length === 0) {
    return <p role="status">No SIM on this page has a location to show on the map.</p>;
  }
  return (
    <section aria-label="Map of the SIMs on this page" className={styles.section}>
      <div ref={frame} className={styles.frame}>
        {drawing && (
          <svg
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            className={styles.map}
            aria-hidden="true"
          >
            <CountryShapes {...drawing} />
          </svg>
        )}
        {drawing?.markers.map((marker) => {
          const [only, ...others] = marker.members;
          const style = {
            left: `${(marker.x / drawing.width) * 100}%`,
            top: `${(marker.y / drawing.height) * 100}%`,
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
              aria-label={aroundHere(marker.members.length)}
              onClick={() => setOpen(marker === shown ? undefined : only.ExternalUniqueId)}
            >
              {marker.members.length}
            </button>
          );
        })}
      </div>
      <div id={listId}>
        {shown && (
          <div className={styles.list}>
            <p>{aroundHere(shown.members.length)}</p>
            <ul>
              {shown.members.map((thing) => (
                <li key={thing.ExternalUniqueId}>
                  <Link to={paths.thing(thing.ExternalUniqueId, search)}>{nameOf(thing)}</Link>
                </li>
              ))}
            </ul>
            <Button small onClick={() => setOpen(undefined)}>
              Close the list
            </Button>
          </div>
        )}
      </div>
      <p className={styles.note}>
        {`${usable.length} of ${things.length} SIMs on this page are shown on the map, where the network last reported them. The table below lists all of them.`}{' '}
        {leftOut(none, suspicious)}
      </p>
    </section>
  );
}

const aroundHere = (count: number) => `${count} SIMs in this area`;

function leftOut(none: number, suspicious: number): string {
  const reasons = [
    none > 0 ? `${none} without a readable position` : '',
    suspicious > 0 ? `${suspicious} with 0, 0 or a position that is not on Earth` : '',
  ].filter((reason) => reason !== '');
  return reasons.length === 0 ? '' : `(${reasons.join(', ')})`;
}

function nameOf({ ExternalUniqueId, ThingName }: ThingRecord): string {
  return ThingName ? `${ThingName}, ${ExternalUniqueId}` : ExternalUniqueId;
}

/** The map is redrawn whenever its width crosses a multiple of this step, and stretched in between. */
const widthStep = 40;

/** The width of an element in CSS pixels, rounded down to a step; undefined until it is on screen. */
function useMapWidth() {
  const [width, setWidth] = useState<number>();
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => {
      const steps = Math.floor(element.clientWidth / widthStep);
      // A hidden list has no width.
      if (steps > 0) setWidth(steps * widthStep);
    };
    // Measured before the first paint, to avoid a layout shift.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
