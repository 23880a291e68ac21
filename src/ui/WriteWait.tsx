import { Notice } from './Notice.tsx';
import { StillWaiting } from './StillWaiting.tsx';

interface WriteWaitProps {
  /** As returned by `useWrite`. */
  call: { readonly isRunning: boolean; readonly isLeft: boolean; readonly stopWaiting: () => void };
}

/** Mentions that a write takes long. Nobody can take it back, so its button says only that the user stops waiting. */
export function WriteWait({ call: { isRunning, isLeft, stopWaiting } }: WriteWaitProps) {
  if (isRunning) return <StillWaiting onCancel={stopWaiting} cancelLabel="Stop waiting" />;
  return isLeft && <Notice tone="warning">You stopped waiting. It may still be done.</Notice>;
}
