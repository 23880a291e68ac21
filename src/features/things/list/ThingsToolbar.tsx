import { createContext, lazy, memo, use } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';
import { UpdatedAt } from '#ui/UpdatedAt.tsx';

import { MapButton } from '../map/PageMap.tsx';
import type { ColumnsControl } from './columns/useShownColumns.ts';
import type { PatchAddress, ThingsAddress } from './filters/thingsAddress.ts';

const loadViews = () => import('./views/ViewsDialog.tsx');
const ViewsDialog = lazy(async () => ({ default: (await loadViews()).ViewsDialog }));

const loadColumns = () => import('./columns/ColumnsDialog.tsx');
const ColumnsDialog = lazy(async () => ({ default: (await loadColumns()).ColumnsDialog }));

const loadExport = () => import('../export/ExportDialog.tsx');
const ExportDialog = lazy(async () => ({ default: (await loadExport()).ExportDialog }));

/** The list on screen, for what opens over it. */
interface ShownList {
  readonly address: ThingsAddress;
  readonly patch: PatchAddress;
  readonly columns: ColumnsControl;
  readonly things: readonly ThingRecord[];
}

/** Read only by dialogs that are open, so that the buttons do not render with each page of rows. */
export const ShownListContext = createContext<ShownList | undefined>(undefined);

function useShownList(): ShownList {
  const list = use(ShownListContext);
  if (!list) throw new Error('The dialogs of the list must be used below a ShownListContext');
  return list;
}

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

type DialogProps = Record<'onClose', () => void>;

const ListDialogs = memo(function ListDialogs() {
  return (
    <>
      <DialogButton load={loadViews} renderDialog={(onClose) => <Views onClose={onClose} />}>
        Views
      </DialogButton>
      <DialogButton load={loadColumns} renderDialog={(onClose) => <Columns onClose={onClose} />}>
        Columns
      </DialogButton>
      <MapButton />
      <DialogButton load={loadExport} renderDialog={(onClose) => <Export onClose={onClose} />}>
        Export
      </DialogButton>
    </>
  );
});

function Views({ onClose }: DialogProps) {
  const { address, patch, columns, things } = useShownList();
  return (
    <ViewsDialog
      address={address}
      onPatch={patch}
      columns={columns.choices}
      things={things}
      onClose={onClose}
    />
  );
}

function Columns({ onClose }: DialogProps) {
  return <ColumnsDialog columns={useShownList().columns} onClose={onClose} />;
}

function Export({ onClose }: DialogProps) {
  const { address, columns } = useShownList();
  return (
    <ExportDialog
      filters={address}
      shownFields={columns.columns.map(({ field }) => field)}
      onClose={onClose}
    />
  );
}
