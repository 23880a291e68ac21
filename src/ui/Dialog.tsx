import MuiDialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

import { MuiTheme } from './MuiTheme.tsx';

import styles from './Dialog.module.css';

interface DialogProps {
  heading: string;
  /** A maximum width of 444, 600 or 900 pixels. */
  width: 'xs' | 'sm' | 'md';
  /** Called on Escape and on a click outside the dialog; omitted if the dialog requires an answer. */
  onClose?: () => void;
  /** Along the right edge at full height, so that the page beside it stays readable. */
  isAtSide?: boolean;
  /** Screen readers read out an alert dialog with its text (WAI-ARIA 1.2, alertdialog). */
  role?: 'dialog' | 'alertdialog';
  /** Id of the element that describes the dialog. */
  describedBy?: string;
  /** Shown below the content, so that they do not scroll out of sight. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog. MUI is heavy, so a feature loads its dialogs when they are opened (see `OnDemand`). */
export function Dialog({
  heading,
  width,
  onClose,
  isAtSide = false,
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
        {...(isAtSide && { sx: atSide })}
      >
        <DialogTitle id={id}>{heading}</DialogTitle>
        <DialogContent className={styles.content}>{children}</DialogContent>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </MuiDialog>
    </MuiTheme>
  );
}

const atSide = {
  '& .MuiDialog-container': { justifyContent: 'flex-end' },
  '& .MuiDialog-paper': {
    width: '100%',
    height: '100%',
    maxHeight: '100%',
    margin: 0,
    borderRadius: 0,
    '@media (width < 600px)': { maxWidth: '100%' },
  },
};
