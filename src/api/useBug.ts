import { useCallback, useState } from 'react';

/** A stable function that shows an error on the page's error boundary. */
export function useBug(): (error: unknown) => void {
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  const show = useCallback((error: unknown) => setBug({ error }), []);
  if (bug) throw bug.error;
  return show;
}
