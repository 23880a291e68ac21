import { useEffect, useState } from 'react';

import { systemClock } from '#lib/clock.ts';

/** Quicker changes are not worth a flicker, nor drawing a whole table twice. */
const lateMs = 300;

/** True once something has lasted for a while. */
export function useLate(isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const stop = systemClock.after(lateMs, () => setIsLate(true));
    return () => {
      stop();
      setIsLate(false);
    };
  }, [isSo]);
  return isSo && isLate;
}
