import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { useShowCalls } from './showCalls.ts';

import styles from './Notice.module.css';

interface RequestIdLineProps {
  requestId: string;
  /** Whether the gateway sent the call by itself, so that this page's recent calls do not list it. */
  isOfGateway?: boolean;
}

/** The id to quote when asking about a failed call. */
export function RequestIdLine({ requestId, isOfGateway }: RequestIdLineProps) {
  const showCalls = useShowCalls();
  return (
    <p className={styles.requestId}>
      <span>Request ID</span> <code>{requestId}</code>
      <CopyButton text={requestId} label="Copy request ID" />
      {showCalls && !isOfGateway && (
        <Button small variant="quiet" aria-haspopup="dialog" onClick={showCalls}>
          Show recent calls
        </Button>
      )}
    </p>
  );
}
