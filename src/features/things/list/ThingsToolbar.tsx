import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { ColumnsButton } from '../columns/ColumnsButton.tsx';
import type { ColumnsControl } from '../columns/useShownColumns.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { MapButton } from '../map/PageMap.tsx';
import { messages } from '../messages.ts';
import { ViewsButton } from '../views/ViewsButton.tsx';
import type { useThingsList } from './useThingsList.ts';

interface ThingsToolbarProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
  columns: ColumnsControl;
  list: Pick<ReturnType<typeof useThingsList>, 'data' | 'isFetching' | 'refresh'>;
}

/** What can be done with the list as a whole. */
export function ThingsToolbar({ address, onPatch, columns, list }: ThingsToolbarProps) {
  return (
    <>
      {list.data && <span>{messages.updated(formatClock(list.data.readAt))}</span>}
      <Button small aria-disabled={list.isFetching} onClick={list.refresh}>
        {messages.refresh}
      </Button>
      <ViewsButton
        address={address}
        onPatch={onPatch}
        columns={columns.choices}
        things={list.data?.things ?? []}
      />
      <ColumnsButton columns={columns} />
      <MapButton />
      <ExportButton filters={address} shownFields={columns.columns.map(({ field }) => field)} />
    </>
  );
}
