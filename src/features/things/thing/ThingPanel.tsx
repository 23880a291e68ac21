import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { thingMessages as messages } from './thingMessages.ts';

import styles from './ThingView.module.css';

interface ThingPanelProps {
  iccid: string;
  /** Address of the list alone. */
  closeTo: string;
  children: ReactNode;
}

/** Beside the list, which stays as it was; its heading takes the focus when another Thing is opened. */
export function ThingPanel({ iccid, closeTo, children }: ThingPanelProps) {
  return (
    // By its key, so that another Thing begins at the top.
    <aside key={iccid} className={styles.panel} aria-label={iccid} tabIndex={-1}>
      <title>{`${iccid} · SIM Console`}</title>
      <div className={styles.panelHead}>
        <h2 tabIndex={-1} data-heading-of-page className={styles.panelHeading}>
          {iccid}
        </h2>
        <Link to={closeTo} className={styles.close}>
          {messages.close}
        </Link>
      </div>
      {children}
    </aside>
  );
}
