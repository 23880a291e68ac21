import { lazy } from 'react';

import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';

import type { ColumnsControl } from '../columns/useShownColumns.ts';
import type { ThingsAddress } from '../filters/thingsAddress.ts';
import { MapButton } from '../map/PageMap.tsx';
import type { useThingsList } from './useThingsList.ts';

const loadViews = () => import('../views/ViewsDialog.tsx');
const ViewsDialog = lazy(async () => ({ default: (await loadViews()).ViewsDialog }));

const loadColumns = () => import('../columns/ColumnsDialog.tsx');
const ColumnsDialog = lazy(async () => ({ default: (await loadColumns()).ColumnsDialog }));

const loadExport = () => import('../export/ExportDialog.tsx');
const ExportDialog = lazy(async () => ({ default: (await loadExport()).ExportDialog }));

interface ThingsToolbarProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
  columns: ColumnsControl;
  list: Pick<ReturnType<typeof useThingsList>, 'data' | 'isFetching' | 'refresh'>;
}

/** Actions for the whole list. The dialogs load when their buttons are hovered or focused. */
export function ThingsToolbar({ address, onPatch, columns, list }: ThingsToolbarProps) {
  return (
    <>
      {list.data && <span>Updated {formatClock(list.data.readAt)}</span>}
      <Button small aria-disabled={list.isFetching} onClick={list.refresh}>
        Refresh
      </Button>
      <DialogButton
        load={loadViews}
        renderDialog={(onClose) => (
          <ViewsDialog
            address={address}
            onPatch={onPatch}
            columns={columns.choices}
            things={list.data?.things ?? []}
            onClose={onClose}
          />
        )}
      >
        Views
      </DialogButton>
      <DialogButton
        load={loadColumns}
        renderDialog={(onClose) => <ColumnsDialog columns={columns} onClose={onClose} />}
      >
        Columns
      </DialogButton>
      <MapButton />
      <DialogButton
        load={loadExport}
        renderDialog={(onClose) => (
          <ExportDialog
            filters={address}
            shownFields={columns.columns.map(({ field }) => field)}
            onClose={onClose}
          />
        )}
      >
        Export
      </DialogButton>
    </>
  );
}
