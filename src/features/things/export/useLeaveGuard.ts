import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Asks before the page is left while something would be lost: the browser when the tab closes, the
 * returned blocker on the way to another page. A change of the search alone is no leaving.
 */
export function useLeaveGuard(wouldLose: boolean) {
  useEffect(() => {
    if (!wouldLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      wouldLose && currentLocation.pathname !== nextLocation.pathname,
  );
}
