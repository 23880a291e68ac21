import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { LiveRegion } from './liveRegion.tsx';
import { ServiceWords } from './ServiceWords.tsx';
import { useShowCalls } from './showCalls.ts';

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
  const showCalls = useShowCalls();
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
      <p className={styles.requestId}>
        <span>Request ID</span> <code>{requestId}</code>
        <LiveRegion>
          <CopyButton text={requestId} label="Copy request ID" />
        </LiveRegion>
        {showCalls && (
          <Button small variant="quiet" aria-haspopup="dialog" onClick={showCalls}>
            Show recent calls
          </Button>
        )}
      </p>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
