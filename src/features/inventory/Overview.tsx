import type { FleetSummary } from '#api/inventory.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

import { checkWords, findings, trendSign, trendWords, verdict, type Weight } from './checkWords.ts';
import { pictures } from './pictures.ts';
import { PictureTable } from './PictureTable.tsx';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const weightWords: Readonly<Record<Weight, { readonly label: string; readonly sign: string }>> = {
  urgent: { label: 'Urgent', sign: '!' },
  look: { label: 'Worth a look', sign: '?' },
  know: { label: 'For information', sign: 'i' },
};

/** The overview: the findings of the checks, worst first, and then charts of the fleet. */
export function Overview({ summary }: { summary: FleetSummary }) {
  return (
    <section aria-labelledby="overview" className={styles.region}>
      <h2 id="overview">Overview</h2>
      <p className={styles.verdict}>{verdict(summary.checks)}</p>
      <Findings summary={summary} />
      <div className={styles.pictures}>
        {pictures(summary).map((picture) => (
          <PictureTable key={picture.id} picture={picture} of={summary.sims} />
        ))}
      </div>
    </section>
  );
}

function Findings({ summary: { checks } }: { summary: FleetSummary }) {
  const found = findings(checks);
  if (found.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {found.map((result) => {
        const { label, weight } = checkWords[result.check];
        return (
          <li key={result.check} data-weight={weight}>
            <Link to={paths.fleet(result.check)}>
              <span className={styles.count}>{formatNumber(result.count)}</span>{' '}
              <span>{label}</span>
            </Link>
            <span className={styles.weight}>
              <span aria-hidden="true" className={styles.sign}>
                {weightWords[weight].sign}
              </span>
              {weightWords[weight].label}
            </span>
            {result.before !== null && result.before !== result.count && (
              <span className={records.quiet}>
                <span aria-hidden="true">{trendSign(result)} </span>
                {`${trendWords(result)} than in the previous scan`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
