import { useRef, useState } from 'react';

import { ApiError } from '#api/errors.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';

interface CallState {
  running: boolean;
  error?: ApiError;
  /** Milliseconds since the epoch until which the service does not want to hear from us. */
  blockedUntil?: number;
}

type SessionCall = (options: { signal: AbortSignal }) => Promise<SessionInfo>;

/** One call of the session at a time, with its failure and its limit. */
export function useSessionCall(onDone: (info: SessionInfo) => void) {
  const [state, setState] = useState<CallState>({ running: false });
  const running = useRef<AbortController>(undefined);

  async function run(call: SessionCall, abort: AbortController) {
    running.current = abort;
    setState({ running: true });
    try {
      const info = await call({ signal: abort.signal });
      setState({ running: false });
      onDone(info);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ running: false, ...failureState(error) });
    } finally {
      running.current = undefined;
    }
  }

  return {
    ...state,
    /** Ignored while a call runs: a second press is not a second call. */
    start(call: SessionCall) {
      if (!running.current) void run(call, new AbortController());
    },
    cancel: () => running.current?.abort(),
  };
}

function failureState(error: ApiError): Partial<CallState> {
  if (error.kind === 'aborted') return {};
  if (error.retryAfterMs === undefined) return { error };
  return { error, blockedUntil: Date.now() + error.retryAfterMs };
}
