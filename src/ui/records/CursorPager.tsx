import type { ReactNode } from 'react';

import { Button } from '../Button.tsx';

import styles from './records.module.css';

interface CursorPagerProps {
  /** Which rows these are, announced when they change. */
  children: ReactNode;
  /** Cursors of the pages around; null where there is none. */
  previous: string | null;
  next: string | null;
  /** Other rows were asked for and are not there. */
  isStale: boolean;
  onTurn: (to: string) => void;
}

/** Paging by cursors: they know no numbers of pages and no total. */
export function CursorPager(props: CursorPagerProps) {
  const { children, previous, next, isStale, onTurn } = props;
  const turn = (to: string | null) => {
    if (to !== null && !isStale) onTurn(to);
  };
  return (
    <div className={styles.tools}>
      <p role="status" className={styles.summary}>
        {children}
      </p>
      {/* Not `disabled`, which would lose the focus on the last page. */}
      <Button small aria-disabled={previous === null || isStale} onClick={() => turn(previous)}>
        Previous page
      </Button>
      <Button small aria-disabled={next === null || isStale} onClick={() => turn(next)}>
        Next page
      </Button>
    </div>
  );
}
