import type { FleetCheck, FleetTrends } from '#api/inventory.ts';

import { trendLine } from './trendLine.ts';

import styles from './Trends.module.css';

const size = { width: 116, height: 24 };
/** Half a dot's width, which would be cut off at the edges. */
const edge = 3;

/** What a check has found over the last 30 days. Decorative: the table below has the same figures. */
export function TrendLine({ check, trends }: { check: FleetCheck; trends: FleetTrends }) {
  const values = trends.points.map(({ at, counts }) => ({ at, value: counts[check] }));
  const { line, dots } = trendLine(values, trends, size);
  const [width, height] = [size.width + 2 * edge, size.height + 2 * edge];
  return (
    <svg
      aria-hidden="true"
      className={styles.line}
      viewBox={`${-edge} ${-edge} ${width} ${height}`}
      {...{ width, height }}
    >
      <path className={styles.zero} d={`M0 ${size.height}h${size.width}`} />
      <path d={line} />
      <path className={styles.dots} d={dots} />
    </svg>
  );
}
