import { Link } from 'react-router';

import { fleetChecks, type FleetCheckResult, type FleetSummary } from '#api/fleet.ts';
import { shareWords } from '#api/fleetWords.ts';
import { formatNumber } from '#lib/format.ts';
import { relativeTime } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';

import { checkWords, trendSign, trendWords } from './checkWords.ts';

import table from '#ui/table.module.css';
import styles from './Fleet.module.css';

/** Every check, also those that found nothing: what was looked for is worth to know. */
export function Checks({ summary, now }: { summary: FleetSummary; now: number }) {
  const { checks, previous } = summary;
  const unknown = fleetChecks.length - checks.length;
  return (
    <section aria-labelledby="checks" className={styles.region}>
      <h2 id="checks">Checks</h2>
      {/* Focusable, so that the keyboard can scroll it sideways. */}
      <div
        className={`${table.scroller} ${styles.whole}`}
        tabIndex={0}
        role="region"
        aria-label="All checks"
      >
        <table
          aria-labelledby="checks"
          className={`${table.table} ${styles.rows} ${styles.checks}`}
        >
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">SIMs</th>
              <th scope="col">Share</th>
              <th scope="col">Since the reading before</th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(checks).map((result) => (
              <tr key={result.check}>
                <th scope="row">
                  <Link to={paths.fleet(result.check)}>{checkWords[result.check].label}</Link>
                </th>
                <td data-label="SIMs" className={result.count > 0 ? styles.found : styles.quiet}>
                  {formatNumber(result.count)}
                </td>
                <td data-label="Share">{share(result)}</td>
                <td data-label="Since the reading before">
                  <span aria-hidden="true">{trendSign(result)} </span>
                  {trendWords(result)}
                </td>
                <td className={styles.wide}>{checkWords[result.check].meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {previous && (
        <p className={styles.quiet}>
          {`The reading before is that of ${previous.username}, ${relativeTime(previous.endedAt ?? previous.startedAt, now)}.`}
        </p>
      )}
      {unknown > 0 && (
        <p className={styles.quiet}>
          {`${unknown} ${unknown === 1 ? 'check' : 'checks'} came without a figure. Load the page again: the console may have been updated.`}
        </p>
      )}
    </section>
  );
}

/** Of how many SIMs a figure is: those of which the memory knows enough. */
function share({ count, of }: FleetCheckResult): string {
  if (of === 0) return 'Nothing known to check';
  return count === 0 ? `of ${formatNumber(of)}` : `${shareWords(count, of)} of ${formatNumber(of)}`;
}

function inOrder(checks: readonly FleetCheckResult[]): readonly FleetCheckResult[] {
  const order = Object.keys(checkWords);
  return checks.toSorted((a, b) => order.indexOf(a.check) - order.indexOf(b.check));
}
