import type { ReactNode } from 'react';

import { LiveRegion, useStatusRole } from './liveRegion.tsx';

import styles from './Notice.module.css';

type Tone = 'info' | 'ok' | 'warning';

/** Information that appears without user action: announced politely, never as an alert. */
export function Notice({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div role={useStatusRole()} className={`${styles.notice} ${styles[tone]}`}>
      <LiveRegion>{children}</LiveRegion>
    </div>
  );
}
