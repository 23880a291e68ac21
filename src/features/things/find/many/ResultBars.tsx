import { formatNumber } from '#lib/format.ts';

import type { ResultPicture } from './foundRows.ts';

import styles from './FindMany.module.css';

/** Bars of a picture; the others are summed up. */
const maxBars = 5;

/** A small picture of the found SIMs: a bar with its number for each value. */
export function ResultBars({ picture: { heading, shares } }: { picture: ResultPicture }) {
  const most = Math.max(...shares.map(({ count }) => count));
  const shown = shares.length > maxBars + 1 ? shares.slice(0, maxBars) : shares;
  const others = shares.slice(shown.length);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label={heading} className={styles.picture}>
      <h3>{heading}</h3>
      <ul>
        {shown.map(({ name, count }) => (
          <li key={name}>
            <span className={styles.barName} title={name}>
              {name}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles.barCount}>{formatNumber(count)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <span className={styles.barName}>{`${formatNumber(others.length)} others`}</span>
            <span className={styles.bar} aria-hidden="true" />
            <span className={styles.barCount}>{formatNumber(rest)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
