import { formatNumber } from '#lib/format.ts';

import { imeiBuckets, type ImeiBucket, type LockAssessment } from './assessLock.ts';
import { bucketNames } from './impactLines.ts';

import styles from './ImpactBar.module.css';

/** A part of the bar: the SIMs of a bucket that have service now, or all that are suspended. */
type PartId = ImeiBucket | 'suspended';

/** The number of SIMs in each part. Each SIM is in exactly one part. */
export type ImpactParts = Readonly<Record<PartId, number>>;

const noParts: ImpactParts = { inside: 0, outside: 0, none: 0, malformed: 0, suspended: 0 };

const partNames: Readonly<Record<PartId, string>> = { ...bucketNames, suspended: 'Suspended' };

const losing: readonly PartId[] = ['outside', 'none', 'malformed'];

/** The impact of a lock on each part's SIMs, in the bar's order. */
const fates: readonly { readonly label: string; readonly parts: readonly PartId[] }[] = [
  { label: 'No known loss', parts: ['inside'] },
  { label: 'May lose service', parts: losing },
  { label: 'No service now', parts: ['suspended'] },
];

export function impactParts({ buckets, suspended }: LockAssessment): ImpactParts {
  const counts = { ...noParts, suspended: suspended.length };
  for (const id of imeiBuckets) counts[id] = buckets[id].sims.length - buckets[id].suspended;
  return counts;
}

export function sumParts(all: readonly ImpactParts[]): ImpactParts {
  const sums = { ...noParts };
  for (const parts of all) {
    for (const id of [...imeiBuckets, 'suspended'] as const) sums[id] += parts[id];
  }
  return sums;
}

/** How many SIMs may lose service, as in `LockAssessment`. */
export function losingOf(parts: ImpactParts): number {
  return losing.reduce((sum, id) => sum + parts[id], 0);
}

interface ImpactBarProps {
  parts: ImpactParts;
  /** Names of parts that differ from the preview's. */
  names?: Partial<typeof partNames>;
}

/** One bar for all SIMs that were read; the list below gives the same information as text. */
export function ImpactBar({ parts, names }: ImpactBarProps) {
  return (
    <div className={styles.picture}>
      <div className={styles.bar} aria-hidden="true">
        {fates.flatMap((fate) =>
          fate.parts.map(
            (id) =>
              parts[id] > 0 && (
                <span key={id} className={styles[id]} style={{ flexGrow: parts[id] }} />
              ),
          ),
        )}
      </div>
      <dl className={styles.legend}>
        {fates.map((fate) => (
          <div key={fate.label}>
            <dt>{fate.label}</dt>
            <dd>
              <ul>
                {fate.parts.map((id) => (
                  <li key={id}>
                    <span aria-hidden="true" className={`${styles.swatch} ${styles[id]}`} />
                    <strong>{formatNumber(parts[id])}</strong> {names?.[id] ?? partNames[id]}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
