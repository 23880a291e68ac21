import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Asks before the page is left while something would be lost: the browser when the tab closes, the
 * returned blocker on the way to another page. Changing only the search or the hash is not leaving.
 *
 * @param isOver asked at the moment of leaving: whether the session has ended, so that nothing may hold it up
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
