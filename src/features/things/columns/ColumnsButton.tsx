import { lazy } from 'react';

import { DialogButton } from '#ui/DialogButton.tsx';

import { messages } from '../messages.ts';
import type { ColumnsControl } from './useShownColumns.ts';

const load = () => import('./ColumnsDialog.tsx');
const ColumnsDialog = lazy(async () => ({ default: (await load()).ColumnsDialog }));

/** Opens the choice of columns. */
export function ColumnsButton({ columns }: { columns: ColumnsControl }) {
  return (
    <DialogButton
      load={load}
      renderDialog={(onClose) => <ColumnsDialog columns={columns} onClose={onClose} />}
    >
      {messages.columns}
    </DialogButton>
  );
}
