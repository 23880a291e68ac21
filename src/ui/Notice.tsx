import type { ReactNode } from 'react';

import { LiveRegion, useStatusRole } from './liveRegion.tsx';

import styles from './Notice.module.css';

type Tone = 'info' | 'ok' | 'warning';

/** Information that appears by itself: announced politely, never as an alarm. */
export function Notice({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div role={useStatusRole()} className={`${styles.notice} ${styles[tone]}`}>
      <LiveRegion>{children}</LiveRegion>
    </div>
  );
}
