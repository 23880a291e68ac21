import type { FleetSummary } from '#api/inventory.ts';
import { shareWords } from '#api/inventoryWords.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Link } from '#ui/Link.tsx';

import { has, stateParts } from './pictures.ts';
import { simsList } from './simsFilters.ts';

import looks from './Pictures.module.css';
import styles from './States.module.css';

/** How many SIMs are in each state, across the whole fleet. */
export function States({ summary: { states, sims } }: { summary: FleetSummary }) {
  if (!states) return null;
  const parts = stateParts(states);
  return (
    <div className={styles.states}>
      <p className={styles.total}>{counted(sims, 'SIM')}</p>
      {/* Decorative: the numbers give the same information. */}
      <div aria-hidden="true" className={`${looks.bar} ${styles.bar}`}>
        {parts.map(({ state, sims: count, look }) => (
          <span key={state} className={looks[look]} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.parts} aria-label="States">
        {parts.map(({ state, label, sims: count, look }) => (
          <li key={state}>
            <span aria-hidden="true" className={`${looks.swatch} ${looks[look]}`} />
            <Link to={simsList(has('state', state || null))}>
              <span className={styles.count}>{formatNumber(count)}</span> {label}
            </Link>{' '}
            <span className={styles.share}>{shareWords(count, sims)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
