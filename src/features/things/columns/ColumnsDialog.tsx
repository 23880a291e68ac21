import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

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
    <MuiTheme>
      <Dialog open onClose={onClose} aria-labelledby="columns" maxWidth="sm" fullWidth>
        <DialogTitle id="columns">{columnsMessages.heading}</DialogTitle>
        <DialogContent className={styles.content}>
          <p className={styles.lead}>
            {columns.isShared ? columnsMessages.leadShared : columnsMessages.lead}
          </p>
          <DensityChoice />
          <ShownColumns columns={columns} onSaid={setSaid} />
          <OtherColumns columns={columns} onSaid={setSaid} />
        </DialogContent>
        <div className={styles.actions}>
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
        </div>
      </Dialog>
    </MuiTheme>
  );
}
