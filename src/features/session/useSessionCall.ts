import { useEffect, useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import { isWaitingForStore, retryDelay } from '#api/retries.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { sleep, systemClock } from '#lib/clock.ts';

/** A call that will be sent again at `until`, in milliseconds since the epoch. */
interface SessionWait {
  readonly error: ApiError;
  readonly until: number;
}

type SessionCall = (options: { signal: AbortSignal }) => Promise<SessionInfo>;

/**
 * Runs one session call at a time and keeps its error. While the gateway's store does not respond, calls have no
 * effect, so the call is retried automatically until the store responds or the user cancels.
 *
 * @param onDone may take time, such as a navigation: the call counts as running until it settles
 * @param formerError the error of a call that was sent before the form was rendered
 */
export function useSessionCall(
  onDone: (info: SessionInfo) => void | Promise<void>,
  formerError?: ApiError,
) {
  const [isRunning, setRunning] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const [error, setError] = useState(formerError);
  const [wait, setWait] = useState<SessionWait>();
  const running = useRef<AbortController>(undefined);

  // If another tab signs in first, the form unmounts, and this sign-in is no longer needed.
  useEffect(() => () => running.current?.abort(), []);

  async function run(call: SessionCall, onRefused?: (error: ApiError) => void) {
    const abort = new AbortController();
    running.current = abort;
    setRunning(true);
    setError(undefined);
    try {
      const info = await untilStoreAnswers(call, { signal: abort.signal, onWait: setWait });
      setWait(undefined);
      setAnswered(true);
      await onDone(info);
    } catch (failure) {
      if (abort.signal.aborted) return;
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      onRefused?.(failure);
    } finally {
      running.current = undefined;
      setRunning(false);
      setAnswered(false);
      setWait(undefined);
    }
  }

  return {
    isRunning,
    error,
    /** Set while the call waits for the gateway's store, and while it is being retried. */
    wait,
    /** Ignored while a call is running, so that a second click does not send a second call. */
    start(call: SessionCall, onRefused?: (error: ApiError) => void) {
      if (!running.current) void run(call, onRefused);
    },
    /** Undefined once there is nothing to cancel. */
    cancel: isAnswered ? undefined : () => running.current?.abort(),
  };
}

async function untilStoreAnswers(
  call: SessionCall,
  options: { readonly signal: AbortSignal; readonly onWait: (wait: SessionWait) => void },
): Promise<SessionInfo> {
  const { signal, onWait } = options;
  try {
    return await call({ signal });
  } catch (error) {
    if (!isWaitingForStore(error)) throw error;
    const delay = retryDelay(0, error, Math.random());
    onWait({ error, until: systemClock.now() + delay });
    await sleep(systemClock, delay, signal);
    return untilStoreAnswers(call, options);
  }
}
