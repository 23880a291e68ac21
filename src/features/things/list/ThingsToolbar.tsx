import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { ColumnsButton } from '../columns/ColumnsButton.tsx';
import type { ColumnsControl } from '../columns/useShownColumns.ts';
import { messages } from '../messages.ts';

interface ThingsToolbarProps {
  columns: ColumnsControl;
  /** Milliseconds since the epoch; 0 while nothing has come. */
  updatedAt: number;
  isFetching: boolean;
  onRefresh: () => void;
}

/** What can be done with the list as a whole. */
export function ThingsToolbar({ columns, updatedAt, isFetching, onRefresh }: ThingsToolbarProps) {
  return (
    <>
      {updatedAt > 0 && <span>{messages.updated(formatClock(updatedAt))}</span>}
      <Button small aria-disabled={isFetching} onClick={onRefresh}>
        {messages.refresh}
      </Button>
      <ColumnsButton columns={columns} />
    </>
  );
}
