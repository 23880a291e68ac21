import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { UpdatedAt } from './UpdatedAt.tsx';

interface RefreshProps {
  query: { readonly dataUpdatedAt: number; readonly isFetching: boolean };
  refresh: () => void;
  /** Other actions of the page, before the button. */
  children?: ReactNode;
}

/** The time when the page's data was read, and the button that reads it again. */
export function Refresh({ query, refresh, children }: RefreshProps) {
  return (
    <>
      <UpdatedAt at={query.dataUpdatedAt} />
      {children}
      <Button small aria-disabled={query.isFetching} onClick={refresh}>
        Refresh
      </Button>
    </>
  );
}
