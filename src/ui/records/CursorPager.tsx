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

interface ShowOlderProps {
  /** A read of pages, each of which is shown below the ones before. */
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Adds the next page of a list that grows downward. */
export function ShowOlder({ query }: ShowOlderProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Button
      small
      aria-disabled={!hasNextPage || isFetchingNextPage}
      onClick={() => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      }}
    >
      {hasNextPage ? 'Show older' : 'No older ones'}
    </Button>
  );
}
