import type { ReactNode } from 'react';

import { LiveRegion, useStatusRole } from './liveRegion.tsx';

import styles from './Notice.module.css';

type Tone = 'info' | 'ok' | 'warning';

interface NoticeProps {
  tone?: Tone;
  /** Whether something that the user did has failed, so that it is announced at once. */
  isAlert?: boolean;
  children: ReactNode;
}

/** Information that appears without user action: announced politely, unless it is an alert. */
export function Notice({ tone = 'info', isAlert, children }: NoticeProps) {
  const role = useStatusRole();
  return (
    <div role={isAlert ? 'alert' : role} className={`${styles.notice} ${styles[tone]}`}>
      <LiveRegion>{children}</LiveRegion>
    </div>
  );
}
