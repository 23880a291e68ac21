import { useEffect, useRef, useState } from 'react';

import { ApiError } from './errors.ts';
import { useBug } from './useBug.ts';

/** Sends one write at a time, and keeps the last one's error. */
export function useWrite() {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const showBug = useBug();
  const isBusy = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function attempt(write: () => Promise<void>, onOutdated?: () => void): Promise<void> {
    isBusy.current = true;
    setRunning(true);
    setError(undefined);
    try {
      await write();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      // Either the record has changed, or it is unknown whether the write succeeded.
      if (failure.kind === 'conflict' || failure.status === undefined) onOutdated?.();
    } finally {
      isBusy.current = false;
      setRunning(false);
    }
  }

  return {
    isRunning,
    error,
    /** Whether the component is still on the page. */
    isShown: () => isShown.current,
    /** Lets the user type again. The answer may still arrive. */
    stopWaiting(): void {
      isBusy.current = false;
      setRunning(false);
    },
    /**
     * @param write throws an ApiError if it fails
     * @param onOutdated called if the page may show an outdated record
     */
    run(write: () => Promise<void>, onOutdated?: () => void): void {
      if (isBusy.current) return;
      attempt(write, onOutdated).catch((failure: unknown) => {
        if (isShown.current) showBug(failure);
      });
    },
  };
}
