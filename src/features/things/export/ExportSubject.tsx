import { filterWords } from '../filters/thingsFilter.ts';
import type { ExportFilters } from './exportFacts.ts';
import { exportMessages } from './exportMessages.ts';

import styles from './ExportDialog.module.css';

/** What is exported: the filters in words, and what a file of a changing list cannot promise. */
export function ExportSubject({ filters }: { filters: ExportFilters }) {
  const words = filterWords(filters);
  return (
    <section aria-label={exportMessages.what} className={styles.subject}>
      <p>{words.length === 0 ? exportMessages.all : exportMessages.filtered}</p>
      {words.length > 0 && (
        <dl className={styles.filters}>
          {words.map(({ name, label, value }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.note}>{exportMessages.order}</p>
    </section>
  );
}
