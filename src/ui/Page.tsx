import type { ReactNode } from 'react';

import styles from './Page.module.css';

interface PageProps {
  heading: string;
  /** The title of the browser tab; the heading by default. */
  title?: string;
  /** Sets an identifier in a monospaced font. */
  mono?: true;
  /** After the heading, on the same line if there is room. */
  beside?: ReactNode;
  /** At the end of that line. */
  actions?: ReactNode;
  /** Above the heading: a link back. */
  back?: ReactNode;
  children: ReactNode;
}

/** A page's frame: its heading takes focus when the page is navigated to. */
export function Page({ heading, title, mono, beside, actions, back, children }: PageProps) {
  return (
    <div className={styles.page}>
      <title>{`${title ?? heading} · SIM Console`}</title>
      {back !== undefined && <div className={styles.back}>{back}</div>}
      <div className={styles.head}>
        <h1 tabIndex={-1} data-heading-of-page className={mono && styles.mono}>
          {heading}
        </h1>
        {beside !== undefined && <div className={styles.beside}>{beside}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** Moves focus to the page's heading, for example when the focused element is about to be removed. */
export function focusHeading(): void {
  // The last heading is that of the page just opened, whether it is beside the list or replaces it.
  [...document.querySelectorAll<HTMLElement>('main, [data-heading-of-page]')].at(-1)?.focus();
}
