import { useEffect, useRef, useState } from 'react';

import { ApiError } from './errors.ts';
import { useBug } from './useBug.ts';

/** Sends one write at a time, and keeps the last one's error. */
export function useWrite() {
  const [state, setState] = useState<'running' | 'left'>();
  const [error, setError] = useState<ApiError>();
  const showBug = useBug();
  const busy = useRef<symbol>(undefined);
  const latest = useRef<symbol>(undefined);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  function end(next?: 'left'): void {
    busy.current = undefined;
    setState(next);
  }

  async function attempt(write: () => Promise<void>, onOutdated?: () => void): Promise<void> {
    const mine = Symbol('attempt');
    busy.current = mine;
    latest.current = mine;
    setState('running');
    setError(undefined);
    try {
      await write();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // One that nobody waits for may end after the next one was sent.
      if (latest.current === mine) setError(failure);
      // Either the record has changed, or it is unknown whether the write succeeded.
      if (failure.kind === 'conflict' || failure.status === undefined) onOutdated?.();
    } finally {
      if (latest.current === mine) end();
    }
  }

  return {
    isRunning: state === 'running',
    /** Whether the user stopped waiting for the last one, and its answer has not arrived since. */
    isLeft: state === 'left',
    error,
    /** Whether the component is still on the page. */
    isShown: () => isShown.current,
    /** Lets the user type again. The answer may still arrive. */
    stopWaiting: () => end('left'),
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
