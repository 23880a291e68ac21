import type { FleetCheckResult, FleetSummary } from '#api/inventory.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

import { checkWords, findings, trendSign, trendWords, verdict, type Weight } from './checkWords.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const weightWords: Readonly<Record<Weight, { readonly label: string; readonly sign: string }>> = {
  urgent: { label: 'Urgent', sign: '!' },
  look: { label: 'Worth a look', sign: '?' },
  know: { label: 'For information', sign: 'i' },
};

/** Whether anything needs attention: the checks' findings, worst first. */
export function Findings({ summary: { checks } }: { summary: FleetSummary }) {
  return (
    <>
      <p className={styles.verdict}>{verdict(checks)}</p>
      <FindingList found={findings(checks)} />
    </>
  );
}

function FindingList({ found }: { found: readonly FleetCheckResult[] }) {
  if (found.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {found.map((result) => {
        const { weight } = checkWords[result.check];
        return (
          <li key={result.check} data-weight={weight}>
            <Link to={paths.fleet(result.check)}>
              <span className={styles.count}>{formatNumber(result.count)}</span>{' '}
              <span>{checkLabels[result.check]}</span>
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
