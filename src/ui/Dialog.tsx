import MuiDialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

import { MuiTheme } from './MuiTheme.tsx';

import styles from './Dialog.module.css';

interface DialogProps {
  heading: string;
  /** At most 444, 600 or 900 pixels. */
  width: 'xs' | 'sm' | 'md';
  /** Called for Escape and a click beside the dialog; left out if the dialog requires an answer. */
  onClose?: () => void;
  /** An alert dialog is read out with its text (WAI-ARIA 1.2, alertdialog). */
  role?: 'dialog' | 'alertdialog';
  /** Id of the element that describes the dialog. */
  describedBy?: string;
  /** Below the content, so that they do not scroll out of sight. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog. MUI is heavy, so a feature loads its dialogs when they are opened (see `OnDemand`). */
export function Dialog({
  heading,
  width,
  onClose,
  role = 'dialog',
  describedBy,
  actions,
  children,
}: DialogProps) {
  const id = useId();
  return (
    <MuiTheme>
      <MuiDialog
        open
        role={role}
        maxWidth={width}
        fullWidth
        aria-labelledby={id}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        {...(onClose && { onClose })}
      >
        <DialogTitle id={id}>{heading}</DialogTitle>
        <DialogContent className={styles.content}>{children}</DialogContent>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </MuiDialog>
    </MuiTheme>
  );
}
