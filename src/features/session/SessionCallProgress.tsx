import { describeError } from '#api/describeError.ts';
import { StillWaiting } from '#ui/StillWaiting.tsx';
import { WaitNotice } from '#ui/WaitNotice.tsx';

import type { useSessionCall } from './useSessionCall.ts';

interface SessionCallProgressProps {
  call: Pick<ReturnType<typeof useSessionCall>, 'isRunning' | 'wait' | 'cancel'>;
  /** Completes "Could not …" */
  doing: string;
}

/** Shows what a running session call is waiting for, and a button to cancel the call. */
export function SessionCallProgress({ call, doing }: SessionCallProgressProps) {
  const { isRunning, wait, cancel } = call;
  if (!isRunning) return null;
  const cancelling = cancel && { onCancel: cancel };
  if (!wait) return <StillWaiting {...cancelling} />;
  const wording = describeError(wait.error, doing);
  return <WaitNotice wording={wording} until={wait.until} {...cancelling} />;
}
