import { useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';

type SessionCall = (options: { signal: AbortSignal }) => Promise<SessionInfo>;

/** One call of the session at a time, and its failure. */
export function useSessionCall(onDone: (info: SessionInfo) => void) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const running = useRef<AbortController>(undefined);

  async function run(call: SessionCall, onRefused?: (error: ApiError) => void) {
    const abort = new AbortController();
    running.current = abort;
    setRunning(true);
    setError(undefined);
    try {
      onDone(await call({ signal: abort.signal }));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.kind === 'aborted') return;
      setError(failure);
      onRefused?.(failure);
    } finally {
      running.current = undefined;
      setRunning(false);
    }
  }

  return {
    isRunning,
    error,
    /** Ignored while a call runs: a second press is not a second call. */
    start(call: SessionCall, onRefused?: (error: ApiError) => void) {
      if (!running.current) void run(call, onRefused);
    },
    cancel: () => running.current?.abort(),
  };
}
