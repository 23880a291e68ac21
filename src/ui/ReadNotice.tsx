import { Button } from './Button.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Notice } from './Notice.tsx';
import { StillWaiting } from './StillWaiting.tsx';
import { WaitNotice } from './WaitNotice.tsx';

interface Wording {
  title: string;
  serviceMessage?: string | undefined;
  advice: string;
  requestId: string;
}

interface ReadNoticeProps {
  failure?: Wording;
  waiting?: { wording: Wording; until: number };
  /** An answer is on its way. */
  isFetching?: boolean;
  /** It was called off. */
  isStopped?: boolean;
  onRetry: () => void;
  onCancel: () => void;
}

/** What there is to say about a read that did not just succeed: a countdown, or a failure. */
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
  if (isStopped === true) {
    return (
      <Notice>
        <span>Loading was cancelled.</span>
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    );
  }
  return isFetching === true ? <StillWaiting onCancel={onCancel} /> : null;
}
