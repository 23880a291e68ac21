import { useEffect, useRef, useState } from 'react';

import { ApiError } from './errors.ts';
import { useBug } from './useBug.ts';

/** Sends one write at a time, and keeps the last one's error. */
export function useWrite() {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const showBug = useBug();
  const busy = useRef<symbol>(undefined);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  function stopWaiting(): void {
    busy.current = undefined;
    setRunning(false);
  }

  async function attempt(write: () => Promise<void>, onOutdated?: () => void): Promise<void> {
    const mine = Symbol('attempt');
    busy.current = mine;
    setRunning(true);
    setError(undefined);
    try {
      await write();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // One that nobody waits for may end while the next one runs.
      if (busy.current === mine || !busy.current) setError(failure);
      // Either the record has changed, or it is unknown whether the write succeeded.
      if (failure.kind === 'conflict' || failure.status === undefined) onOutdated?.();
    } finally {
      if (busy.current === mine) stopWaiting();
    }
  }

  return {
    isRunning,
    error,
    /** Whether the component is still on the page. */
    isShown: () => isShown.current,
    /** Lets the user type again. The answer may still arrive. */
    stopWaiting,
    /**
     * @param write throws an ApiError if it fails
     * @param onOutdated called if the page may show an outdated record
     */
    run(write: () => Promise<void>, onOutdated?: () => void): void {
      if (busy.current) return;
      attempt(write, onOutdated).catch((failure: unknown) => {
        if (isShown.current) showBug(failure);
      });
    },
  };
}
