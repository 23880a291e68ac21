import { counted } from '#lib/counted.ts';

import styles from './NoteMark.module.css';

/** Marks a link to something that has notes; the words are part of the link, for screen readers. */
export function NoteMark({ count }: { count: number }) {
  const words = counted(count, 'note');
  return (
    <span className={styles.mark} title={words}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          d="M3 2h7l3 3v9H3zM5.500 7h5M5.500 10h5"
        />
      </svg>
      <span className={styles.hidden}>{`, ${words}`}</span>
    </span>
  );
}
