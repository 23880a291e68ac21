import type { ReactNode } from 'react';

import styles from './Page.module.css';

interface PageProps {
  heading: string;
  /** Title of the browser tab; the heading by default. */
  title?: string;
  /** Identifiers are set in a monospaced face. */
  mono?: boolean;
  /** Beside the heading. */
  actions?: ReactNode;
  /** Above the heading: the way back. */
  back?: ReactNode;
  children: ReactNode;
}

/** A page's frame: its heading takes the focus when the page is navigated to. */
export function Page({ heading, title, mono, actions, back, children }: PageProps) {
  return (
    <div className={styles.page}>
      <title>{`${title ?? heading} · SIM Console`}</title>
      {back !== undefined && <div className={styles.back}>{back}</div>}
      <div className={styles.head}>
        <h1 tabIndex={-1} data-heading-of-page className={mono ? styles.mono : undefined}>
          {heading}
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
