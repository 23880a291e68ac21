import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * The browser asks before the tab closes.
 *
 * @param isOver called when the user leaves; true if the session has ended, so that leaving must not be blocked
 */
export function useCloseGuard(wouldLose: boolean, isOver: () => boolean): void {
  useEffect(() => {
    if (!wouldLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose, isOver]);
}

/**
 * Asks before leaving a page with unsaved changes: the browser asks when the tab closes, and the caller shows the
 * returned blocker on navigation. A change to the query string or hash does not count as leaving.
 */
export function useLeaveGuard(wouldLose: boolean, isOver: () => boolean) {
  useCloseGuard(wouldLose, isOver);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      wouldLose && !isOver() && currentLocation.pathname !== nextLocation.pathname,
  );
}
