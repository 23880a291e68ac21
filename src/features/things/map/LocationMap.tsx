import { geoAzimuthalEquidistant, geoCircle, geoPath } from 'd3-geo';
import { useState } from 'react';

import { Button } from '#ui/Button.tsx';

import { CountryShapes, worldPaths } from './CountryShapes.tsx';

import styles from './LocationMap.module.css';

const width = 440;
const height = 260;
const earthRadiusKm = 6_371;
const kmPerDegree = (Math.PI * earthRadiusKm) / 180;
/** Available distances from the centre to the upper edge; the default is large enough to show borders. */
const reachesKm = [30, 80, 250, 700, 2_000, 6_000];
const defaultReach = 3;
const scaleBarsKm = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

interface LocationMapProps {
  latitude: number;
  longitude: number;
  accuracyKm: number | undefined;
  /** Describes the map in words. */
  label: string;
}

/** A map of one location, with a circle drawn to scale for its accuracy. The map data is bundled with the console. */
export function LocationMap({ latitude, longitude, accuracyKm, label }: LocationMapProps) {
  const [step, setStep] = useState(() => {
    const wanted = (accuracyKm ?? 0) * 1.5;
    return Math.max(
      defaultReach,
      reachesKm.findIndex((km) => km >= wanted),
    );
  });
  const reachKm = reachesKm[step] ?? 700;
  const projection = geoAzimuthalEquidistant()
    .rotate([-longitude, -latitude])
    .translate([width / 2, height / 2])
    .scale((height / 2 / reachKm) * earthRadiusKm)
    .clipExtent([
      [0, 0],
      [width, height],
    ]);
  const path = geoPath(projection);
  const circle =
    accuracyKm === undefined
      ? undefined
      : geoCircle()
          .center([longitude, latitude])
          .radius(accuracyKm / kmPerDegree)();
  const barKm = scaleBarsKm.findLast((km) => km <= reachKm / 1.5) ?? 10;
  const barWidth = (barKm / reachKm) * (height / 2);
  return (
    <div className={styles.frame}>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.map} role="img" aria-label={label}>
        <CountryShapes width={width} height={height} {...worldPaths(path)} />
        {circle && <path d={path(circle) ?? ''} className={styles.accuracy} />}
        <circle cx={width / 2} cy={height / 2} r="4" className={styles.place} />
        <g aria-hidden="true">
          <path d={`M12 ${height - 16}v6h${barWidth}v-6`} className={styles.scale} />
          <text x="16" y={height - 14} className={styles.scaleText}>
            {barKm} km
          </text>
        </g>
      </svg>
      <div className={styles.zoom}>
        <Button small aria-disabled={step === 0} onClick={() => setStep(Math.max(0, step - 1))}>
          Closer
        </Button>
        <Button
          small
          aria-disabled={step === reachesKm.length - 1}
          onClick={() => setStep(Math.min(reachesKm.length - 1, step + 1))}
        >
          Farther
        </Button>
      </div>
    </div>
  );
}
