import type { FirstScan } from '#api/alerts.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { counted } from '#lib/counted.ts';
import { formatTime } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

import fleet from '../Fleet.module.css';
import styles from './Alerts.module.css';

/** What the first complete scan found, for which it opened no alerts. */
export function FirstScanNotice({ at, found: checked }: FirstScan) {
  const found = checked.filter(({ sims }) => sims > 0);
  return (
    <section aria-labelledby="first-scan" className={fleet.region}>
      <h2 id="first-scan">What the first complete scan found</h2>
      <p>
        {`It ended on ${formatTime(at)}, and opened no alerts, because nothing was known before it.`}
      </p>
      {found.length === 0 ? (
        <p>None of the checks that open alerts found a SIM.</p>
      ) : (
        <ul className={styles.list}>
          {found.map(({ check, sims }) => (
            <li key={check}>
              <Link to={paths.fleet(check)}>{checkLabels[check]}</Link>
              {`: ${counted(sims, 'SIM')}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
