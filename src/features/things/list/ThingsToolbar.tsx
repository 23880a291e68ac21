import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { ColumnsButton } from '../columns/ColumnsButton.tsx';
import type { ColumnsControl } from '../columns/useShownColumns.ts';
import { messages } from '../messages.ts';
import type { useThingsList } from './useThingsList.ts';

interface ThingsToolbarProps {
  columns: ColumnsControl;
  list: Pick<ReturnType<typeof useThingsList>, 'updatedAt' | 'isFetching' | 'refresh'>;
}

/** What can be done with the list as a whole. */
export function ThingsToolbar({ columns, list }: ThingsToolbarProps) {
  return (
    <>
      {list.updatedAt > 0 && <span>{messages.updated(formatClock(list.updatedAt))}</span>}
      <Button small aria-disabled={list.isFetching} onClick={list.refresh}>
        {messages.refresh}
      </Button>
      <ColumnsButton columns={columns} />
    </>
  );
}
