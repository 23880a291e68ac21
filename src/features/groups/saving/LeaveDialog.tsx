import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';

import { Button } from '#ui/Button.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import { savingMessages as messages } from './savingMessages.ts';

import styles from './GroupDialogs.module.css';

interface LeaveDialogProps {
  /** A save has begun and not ended. */
  isSaving: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks once before another page takes the place of what was typed. */
export function LeaveDialog({ isSaving, onLeave, onStay }: LeaveDialogProps) {
  return (
    <MuiTheme>
      <Dialog open onClose={onStay} aria-labelledby="leave-unsaved" maxWidth="xs" fullWidth>
        <DialogTitle id="leave-unsaved">{messages.leaveHeading}</DialogTitle>
        <DialogContent>
          <p>{isSaving ? messages.leaveRunning : messages.leaveLead}</p>
        </DialogContent>
        <div className={styles.actions}>
          <Button onClick={onStay}>{messages.stay}</Button>
          <Button variant="danger" onClick={onLeave}>
            {messages.leave}
          </Button>
        </div>
      </Dialog>
    </MuiTheme>
  );
}
