import { StillWaiting } from '#ui/StillWaiting.tsx';

import styles from './ColdStart.module.css';

/** Shown while the console loads; invisible at first, so that a quick start causes no flicker. */
export function ColdStart() {
  return (
    <main aria-busy="true" className={styles.page}>
      <p role="status" className={styles.word}>
        Loading the console…
      </p>
      <StillWaiting cancelLabel="Reload the page" onCancel={() => window.location.reload()} />
    </main>
  );
}
