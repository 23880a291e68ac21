import type { GeoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';

import styles from './CountryShapes.module.css';

/** The land at a scale of 1:110 million, and the borders between countries, each included once. */
const land = feature(world, world.objects.land);
const borders = mesh(world, world.objects.countries, (a, b) => a !== b);

/** The world's shapes in this projection, as values for the `d` attribute of a path. */
export function worldPaths(path: GeoPath) {
  return { land: path(land) ?? '', borders: path(borders) ?? '' };
}

/** Sea, land and borders, the background of a map. */
export function CountryShapes({
  width,
  height,
  land: landPath,
  borders: borderPath,
}: ReturnType<typeof worldPaths> & { width: number; height: number }) {
  return (
    <>
      <rect width={width} height={height} className={styles.sea} />
      <path d={landPath} className={styles.land} />
      <path d={borderPath} className={styles.border} />
    </>
  );
}
