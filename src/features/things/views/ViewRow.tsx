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
  /** What a view that only marks can do. */
  note?: string | undefined;
  /** Further buttons. */
  children?: ReactNode;
}

/** One view: its name opens it. */
export function ViewRow({ view, note, children, ...row }: ViewRowProps & Extras) {
  return (
    <li className={styles.row}>
      <Button small variant="quiet" onClick={row.onOpen}>
        {view.name}
      </Button>
      <span className={styles.note}>
        {row.isShown && <strong>{viewsMessages.present}. </strong>}
        {note !== undefined && <MarkNote>{note}</MarkNote>}
      </span>
      <Button
        small
        aria-pressed={row.isStart}
        aria-label={viewsMessages.start(view.name)}
        onClick={row.onStart}
      >
        {viewsMessages.startShort}
      </Button>
      {children}
    </li>
  );
}

function MarkNote({ children }: { children: string }) {
  return (
    <span className={styles.marks}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path fill="currentColor" d="M2 1h8v10L6 8l-4 3z" />
      </svg>
      {children}
    </span>
  );
}
