import type { ComponentProps } from 'react';

import { Button } from './Button.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Notice } from './Notice.tsx';
import { StillWaiting } from './StillWaiting.tsx';
import { WaitNotice } from './WaitNotice.tsx';

interface ReadNoticeProps {
  failure?: Omit<ComponentProps<typeof ErrorNotice>, 'children'>;
  waiting?: Omit<ComponentProps<typeof WaitNotice>, 'onCancel'>;
  /** Whether a request is in flight. */
  isFetching?: boolean;
  /** Whether it was cancelled. */
  isStopped?: boolean;
  onRetry: () => void;
  onCancel: () => void;
}

/** The state of a read that is waiting, slow, cancelled or failed. */
export function ReadNotice({
  failure,
  waiting,
  isFetching,
  isStopped,
  onRetry,
  onCancel,
}: ReadNoticeProps) {
  if (failure) {
    return (
      <ErrorNotice {...failure}>
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </ErrorNotice>
    );
  }
  if (waiting) return <WaitNotice {...waiting} onCancel={onCancel} />;
  if (isStopped) {
    return (
      <Notice>
        <span>Loading was cancelled.</span>
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    );
  }
  return isFetching && <StillWaiting onCancel={onCancel} />;
}
