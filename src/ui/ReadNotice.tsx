import { useLayoutEffect, useRef } from 'react';

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
  waiting?: { wording: Wording; until: number; waitsForRenewal: boolean };
  /** An answer is on its way. */
  isFetching?: boolean;
  /** It was called off. */
  isStopped?: boolean;
  onRetry: () => void;
  onCancel: () => void;
  onSignIn: () => void;
}

/** What there is to say about a read that did not just succeed: a countdown, or a failure. */
export function ReadNotice({
  failure,
  waiting,
  isFetching,
  isStopped,
  onRetry,
  onCancel: cancel,
  onSignIn,
}: ReadNoticeProps) {
  const again = useRef<HTMLButtonElement>(null);
  const wasCancelled = useRef(false);
  useLayoutEffect(() => {
    // The button that was pressed is gone: its place is taken by the one that undoes it.
    if (isStopped === true && wasCancelled.current) again.current?.focus();
    wasCancelled.current = false;
  }, [isStopped]);
  function onCancel() {
    wasCancelled.current = true;
    cancel();
  }
  if (failure) {
    return (
      <ErrorNotice {...failure}>
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </ErrorNotice>
    );
  }
  if (waiting) {
    const { waitsForRenewal, ...wait } = waiting;
    return (
      <WaitNotice {...wait} onCancel={onCancel} onSignIn={waitsForRenewal ? onSignIn : undefined} />
    );
  }
  if (isStopped === true) {
    return (
      <Notice>
        <span>Loading was cancelled.</span>
        <Button ref={again} small onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    );
  }
  return isFetching === true ? <StillWaiting onCancel={onCancel} /> : null;
}
