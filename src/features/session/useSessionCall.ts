import { useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';

interface CallState {
  running: boolean;
  error?: ApiError;
  /** Milliseconds since the epoch until which the service does not want to hear from us. */
  blockedUntil?: number;
}

/** One call of the session at a time, with its failure and its limit. */
export function useSessionCall(onDone: (info: SessionInfo) => void) {
  const [state, setState] = useState<CallState>({ running: false });
  const running = useRef(false);

  async function run(call: () => Promise<SessionInfo>) {
    running.current = true;
    setState({ running: true });
    try {
      const info = await call();
      setState({ running: false });
      onDone(info);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wait = error.retryAfterMs;
      setState(
        wait === undefined
          ? { running: false, error }
          : { running: false, error, blockedUntil: Date.now() + wait },
      );
    } finally {
      running.current = false;
    }
  }

  return {
    ...state,
    /** Ignored while a call runs: a second press is not a second call. */
    start(call: () => Promise<SessionInfo>) {
      if (!running.current) void run(call);
    },
  };
}
