import { useId, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';

import { CountryShapes } from './CountryShapes.tsx';
import { drawMap, placed } from './drawMap.ts';
import { mapMessages } from './mapMessages.ts';
import { useMapWidth } from './useMapWidth.ts';

import styles from './ThingsMap.module.css';

/** Where the SIMs of one page were last reported. What overlaps is one marker that opens a list. */
export function ThingsMap({ things }: { things: readonly ThingRecord[] }) {
  const { usable, none, suspicious } = useMemo(() => placed(things), [things]);
  const { frame, width } = useMapWidth();
  const drawing = useMemo(
    () => (width === undefined ? undefined : drawMap(usable, width)),
    [usable, width],
  );
  const { search } = useLocation();
  /** ICCID of a Thing whose marker is open: a map of another width has other markers. */
  const [open, setOpen] = useState<string>();
  const listId = useId();
  const shown = drawing?.markers.find(
    ({ members }) =>
      members.length > 1 && members.some(({ ExternalUniqueId }) => ExternalUniqueId === open),
  );

  if (usable.length === 0) return <p role="status">{mapMessages.none}</p>;
  const left = mapMessages.left(none, suspicious);
  return (
    <section aria-label={mapMessages.label} className={styles.section}>
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
              aria-label={mapMessages.here(marker.members.length)}
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
        {mapMessages.drawn(usable.length, things.length)} {left !== '' && `(${left})`}
      </p>
    </section>
  );
}

function nameOf({ ExternalUniqueId, ThingName }: ThingRecord): string {
  return ThingName === undefined || ThingName === ''
    ? ExternalUniqueId
    : `${ThingName}, ${ExternalUniqueId}`;
}
