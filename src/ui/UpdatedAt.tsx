import { formatClock } from '#lib/format.ts';

import styles from './Page.module.css';

/** When a page was read, among its actions: as wide before that, so that the buttons do not move. */
export function UpdatedAt({ at }: { at: number | undefined }) {
  return (
    <span className={styles.updated}>{at ? `Updated ${formatClock(at)}` : 'Not read yet'}</span>
  );
}
