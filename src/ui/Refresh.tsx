import { useState, type ReactNode } from 'react';

import { formatClockSeconds } from '#lib/format.ts';

import { Button } from './Button.tsx';
import { UpdatedAt } from './UpdatedAt.tsx';

import styles from './Page.module.css';

interface RefreshProps {
  query: { readonly dataUpdatedAt: number; readonly isFetching: boolean };
  refresh: () => void;
  /** Other actions of the page, before the button. */
  children?: ReactNode;
}

/** The time when the page's data was read, and the button that reads it again. */
export function Refresh({ query, refresh, children }: RefreshProps) {
  const { dataUpdatedAt: readAt } = query;
  const [told, setTold] = useState({ readAt, isAsked: false, isTold: false });
  if (told.readAt !== readAt) setTold({ readAt, isAsked: false, isTold: told.isAsked });
  return (
    <>
      <UpdatedAt at={readAt} />
      {/* Says that the press had an effect, also if the minute is the same. */}
      <span role="status" className={styles.hidden}>
        {told.isTold && `Read at ${formatClockSeconds(readAt)}`}
      </span>
      {children}
      <Button
        small
        aria-disabled={query.isFetching}
        onClick={() => {
          setTold({ readAt, isAsked: true, isTold: false });
          refresh();
        }}
      >
        Refresh
      </Button>
    </>
  );
}
