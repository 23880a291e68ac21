import { lazy, memo } from 'react';

import { Button } from '#ui/Button.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';
import { UpdatedAt } from '#ui/UpdatedAt.tsx';

import { MapButton } from '../map/PageMap.tsx';
import { useShownList } from './shownList.ts';

const loadViews = () => import('./views/ViewsDialog.tsx');
const ViewsDialog = lazy(async () => ({ default: (await loadViews()).ViewsDialog }));

const loadColumns = () => import('./columns/ColumnsDialog.tsx');
const ColumnsDialog = lazy(async () => ({ default: (await loadColumns()).ColumnsDialog }));

const loadExport = () => import('../export/ExportDialog.tsx');
const ExportDialog = lazy(async () => ({ default: (await loadExport()).ExportDialog }));

interface ThingsToolbarProps {
  /** When the rows were read, in milliseconds since the epoch. */
  readAt: number | undefined;
  isFetching: boolean;
  onRefresh: () => void;
}

/** Actions for the whole list. The dialogs load when their buttons are hovered or focused. */
export function ThingsToolbar({ readAt, isFetching, onRefresh }: ThingsToolbarProps) {
  return (
    <>
      <UpdatedAt at={readAt} />
      <RefreshButton isFetching={isFetching} onRefresh={onRefresh} />
      <ListDialogs />
    </>
  );
}

type RefreshButtonProps = Pick<ThingsToolbarProps, 'isFetching' | 'onRefresh'>;

const RefreshButton = memo(function RefreshButton({ isFetching, onRefresh }: RefreshButtonProps) {
  return (
    <Button small aria-disabled={isFetching} onClick={onRefresh}>
      Refresh
    </Button>
  );
});

const ListDialogs = memo(function ListDialogs() {
  return (
    <>
      <DialogButton load={loadViews} renderDialog={(onClose) => <ViewsDialog onClose={onClose} />}>
        Views
      </DialogButton>
      <DialogButton
        load={loadColumns}
        renderDialog={(onClose) => <ColumnsDialog onClose={onClose} />}
      >
        Columns
      </DialogButton>
      <MapButton />
      <DialogButton load={loadExport} renderDialog={(onClose) => <Export onClose={onClose} />}>
        Export
      </DialogButton>
    </>
  );
});

function Export({ onClose }: { onClose: () => void }) {
  const { address, columns } = useShownList();
  return (
    <ExportDialog
      filters={address}
      shownFields={columns.columns.map(({ field }) => field)}
      onClose={onClose}
    />
  );
}
