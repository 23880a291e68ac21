import { formatClock } from '#lib/format.ts';

import styles from './Page.module.css';

/** The time when a page was read. Has its full width even before the first read, so that the buttons do not move. */
export function UpdatedAt({ at }: { at: number | undefined }) {
  return (
    <span className={styles.updated} suppressHydrationWarning data-read-at="">
      {at ? `Updated ${formatClock(at)}` : 'Not read yet'}
    </span>
  );
}
