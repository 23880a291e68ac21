import type { ComponentProps, ReactNode } from 'react';

import records from '#ui/records/records.module.css';
import table from '#ui/table.module.css';
import styles from './Fleet.module.css';

interface FleetTableProps {
  label: string;
  /** Where a region around it has the same name already. */
  regionLabel?: string;
  /** Before the heads of the columns. */
  leading?: ReactNode;
  heads: readonly string[];
  /** These are not the rows that were asked for last. */
  isStale?: boolean;
  className?: string | undefined;
  /** For all rows. */
  events?: ComponentProps<'tbody'>;
  children: ReactNode;
}

/** A table of what is remembered, whose rows are cards on a narrow screen. */
export function FleetTable(props: FleetTableProps) {
  const { label, regionLabel = label, leading, heads, isStale = false, className, events } = props;
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div
      className={`${table.scroller} ${styles.whole}`}
      tabIndex={0}
      role="region"
      aria-label={regionLabel}
    >
      <table
        aria-label={label}
        className={[table.table, records.rows, styles.rows, className].join(' ')}
        data-waiting={isStale || undefined}
      >
        <thead>
          <tr>
            {leading}
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...events}>{props.children}</tbody>
      </table>
    </div>
  );
}
