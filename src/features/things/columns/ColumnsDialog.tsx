import { useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import { columnsMessages } from './columnsMessages.ts';
import { DensityChoice } from './DensityChoice.tsx';
import { OtherColumns } from './OtherColumns.tsx';
import { ShownColumns } from './ShownColumns.tsx';
import type { ColumnsControl } from './useShownColumns.ts';

import styles from './ColumnsDialog.module.css';

interface ColumnsDialogProps {
  columns: ColumnsControl;
  onClose: () => void;
}

/** Which columns there are, in which order, how wide, and which stay at the left edge. */
export function ColumnsDialog({ columns, onClose }: ColumnsDialogProps) {
  const [said, setSaid] = useState('');
  return (
    <Dialog
      heading={columnsMessages.heading}
      width="sm"
      onClose={onClose}
      actions={
        <>
          <p role="status" className={styles.said}>
            {said}
          </p>
          <Button
            onClick={() => {
              columns.choose(undefined);
              setSaid(columns.isShared ? columnsMessages.areOwn : columnsMessages.wasReset);
            }}
          >
            {columns.isShared ? columnsMessages.toOwn : columnsMessages.reset}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {columnsMessages.done}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {columns.isShared ? columnsMessages.leadShared : columnsMessages.lead}
      </p>
      <DensityChoice />
      <ShownColumns columns={columns} onSaid={setSaid} />
      <OtherColumns columns={columns} onSaid={setSaid} />
    </Dialog>
  );
}
