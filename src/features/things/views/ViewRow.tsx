import type { ReactNode } from 'react';

import { Button } from '#ui/Button.tsx';

import type { View } from './views.ts';
import { viewsMessages } from './viewsMessages.ts';

import styles from './ViewsDialog.module.css';

export interface ViewRowProps {
  view: View;
  /** The list shows it now. */
  isShown: boolean;
  /** The console begins with it. */
  isStart: boolean;
  onOpen: () => void;
  onStart: () => void;
}

interface Extras {
  /** Whether the records of the page have what it looks at. */
  isKnown?: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** One view: its name opens it. */
export function ViewRow({ view, isKnown = true, children, ...row }: ViewRowProps & Extras) {
  return (
    <li className={styles.row}>
      <Button small variant="quiet" onClick={row.onOpen}>
        {view.name}
      </Button>
      <span className={styles.note}>
        {row.isShown && <strong>{viewsMessages.present}. </strong>}
        {view.mark !== undefined && <MarksOnly isKnown={isKnown} />}
      </span>
      <Button
        small
        aria-pressed={row.isStart}
        aria-label={viewsMessages.start(view.name)}
        className={styles.start}
        onClick={row.onStart}
      >
        {viewsMessages.startShort}
      </Button>
      {children}
    </li>
  );
}

function MarksOnly({ isKnown }: { isKnown: boolean }) {
  return (
    <span className={styles.marks}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path fill="currentColor" d="M2 1h8v10L6 8l-4 3z" />
      </svg>
      {isKnown ? viewsMessages.marksOnly : viewsMessages.notInRecords}
    </span>
  );
}
