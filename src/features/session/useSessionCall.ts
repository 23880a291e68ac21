import { useEffect, useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';

type SessionCall = (options: { signal: AbortSignal }) => Promise<SessionInfo>;

/**
 * Runs one session call at a time and keeps its error.
 *
 * @param onDone may take time, such as a navigation: the call counts as running until it settles
 */
export function useSessionCall(onDone: (info: SessionInfo) => void | Promise<void>) {
  const [isRunning, setRunning] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const [error, setError] = useState<ApiError>();
  const running = useRef<AbortController>(undefined);

  // The form unmounts if another tab has signed in first; a second sign-in is not needed then.
  useEffect(() => () => running.current?.abort(), []);

  async function run(call: SessionCall, onRefused?: (error: ApiError) => void) {
    const abort = new AbortController();
    running.current = abort;
    setRunning(true);
    setError(undefined);
    try {
      const info = await call({ signal: abort.signal });
      setAnswered(true);
      await onDone(info);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.kind === 'aborted') return;
      setError(failure);
      onRefused?.(failure);
    } finally {
      running.current = undefined;
      setRunning(false);
      setAnswered(false);
    }
  }

  return {
    isRunning,
    error,
    /** Ignored while a call runs: a second press is not a second call. */
    start(call: SessionCall, onRefused?: (error: ApiError) => void) {
      if (!running.current) void run(call, onRefused);
    },
    /** Undefined once there is nothing to cancel. */
    cancel: isAnswered ? undefined : () => running.current?.abort(),
  };
}
