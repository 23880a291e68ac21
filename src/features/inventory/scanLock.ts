import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * The tab that scans the fleet holds a lock named after its scan (Web Locks API), because a duplicate of the tab has a
 * copy of all its stored data. Without locks, as on plain HTTP, tabs do not know about each other.
 */
const lockName = (readingId: string) => `sim-console:fleet-reading:${readingId}`;

type Locks = Pick<LockManager, 'request' | 'query'>;

/** Undefined outside a secure context, contrary to its type. */
function browserLocks(): Locks | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** @returns a function that releases the lock; undefined while another tab holds it */
export async function holdScan(
  readingId: string,
  locks = browserLocks(),
): Promise<(() => void) | undefined> {
  if (!locks) return () => undefined;
  const { promise: held, resolve } = Promise.withResolvers<(() => void) | undefined>();
  locks
    .request(lockName(readingId), { ifAvailable: true }, async (lock) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      resolve(lock ? release : undefined);
      if (lock) await released;
    })
    // A browser may forbid locks, for example in a frame.
    .catch(() => resolve(() => undefined));
  return held;
}

/**
 * Whether another tab holds the scan; undefined until that is known. Checked again when the window gets focus,
 * because another tab may have taken over the scan.
 *
 * @param readingId undefined if there is no scan to check
 * @param onReleased called when the other tab has released the scan
 */
export function useHeldElsewhere(readingId: string | undefined, onReleased: () => void) {
  const [seen, setSeen] = useState<{ readonly id: string; readonly isHeld: boolean }>();
  const look = useRef(() => {});
  const tellReleased = useEffectEvent(onReleased);
  useEffect(() => {
    if (readingId === undefined) return undefined;
    let over = new AbortController();
    async function watch(id: string, signal: AbortSignal) {
      const see = (isHeld: boolean) => {
        if (!signal.aborted) setSeen({ id, isHeld });
      };
      const wasHeld = await watchReading(id, see, signal);
      if (wasHeld && !signal.aborted) tellReleased();
    }
    look.current = () => {
      over.abort();
      over = new AbortController();
      void watch(readingId, over.signal);
    };
    const { current: lookNow } = look;
    lookNow();
    window.addEventListener('focus', lookNow);
    return () => {
      window.removeEventListener('focus', lookNow);
      over.abort();
    };
  }, [readingId]);
  const isHeld = seen?.id === readingId ? seen?.isHeld : undefined;
  return { isHeld, lookAgain: () => look.current() };
}

/** Reports whether another tab holds the scan and, if so, when that tab releases it. @returns whether a tab held it */
async function watchReading(
  readingId: string,
  see: (isHeld: boolean) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const locks = browserLocks();
  const name = lockName(readingId);
  try {
    // A query does not take the lock away from a tab that is requesting it.
    const { held = [] } = (await locks?.query()) ?? {};
    const isHeld = held.some((lock) => lock.name === name);
    see(isHeld);
    if (isHeld) await locks?.request(name, { signal }, async () => see(false));
    return isHeld;
  } catch {
    // The browser may forbid locks, or the wait was aborted.
    see(false);
    return false;
  }
}
