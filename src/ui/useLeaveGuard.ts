import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Asks before the page is left while something would be lost: the browser when the tab closes, the
 * returned blocker on the way to another page. A change of the search or the hash alone is no leaving.
 *
 * @param isOver whether nothing may stand in the way any more, asked at the moment of leaving
 */
export function useLeaveGuard(wouldLose: boolean, isOver: () => boolean) {
  useEffect(() => {
    if (!wouldLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose, isOver]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      wouldLose && !isOver() && currentLocation.pathname !== nextLocation.pathname,
  );
}
