import type { ReactNode } from 'react';

import { LiveRegion } from './liveRegion.tsx';
import { RequestIdLine } from './RequestIdLine.tsx';
import { ServiceWords } from './ServiceWords.tsx';

import styles from './Notice.module.css';

interface ErrorNoticeProps {
  /** What happened. */
  title: string;
  /** The service's message, shown as plain text. */
  serviceMessage?: string | undefined;
  /** What to do next. */
  advice: string;
  requestId: string;
  /** Buttons that follow the advice. */
  children?: ReactNode;
}

/** Shows a failure in place of the content that failed. */
export function ErrorNotice({
  title,
  serviceMessage,
  advice,
  requestId,
  children,
}: ErrorNoticeProps) {
  return (
    // Not atomic: after a click on a copy button only its result is announced, not the whole failure again.
    <div role="alert" aria-atomic={false} className={`${styles.notice} ${styles.error}`}>
      <p className={styles.title}>{title}</p>
      {serviceMessage !== undefined && (
        <p className={styles.quote}>
          <ServiceWords>{serviceMessage}</ServiceWords>
        </p>
      )}
      <p>{advice}</p>
      <LiveRegion>
        <RequestIdLine requestId={requestId} />
      </LiveRegion>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
