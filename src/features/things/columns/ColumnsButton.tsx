import { lazy, useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

import type { ColumnsControl } from './useShownColumns.ts';

const load = () => import('./ColumnsDialog.tsx');
const ColumnsDialog = lazy(async () => ({ default: (await load()).ColumnsDialog }));

/** Opens the choice of columns, which loads when it is about to be wanted. */
export function ColumnsButton({ columns }: { columns: ColumnsControl }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        aria-haspopup="dialog"
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        onClick={() => setOpen(true)}
      >
        Columns
      </Button>
      {isOpen && (
        <OnDemand>
          <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  );
}
