import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * The tab that reads the fleet holds a lock by the name of its scan (Web Locks API): a duplicated tab has a copy of
 * everything that the first one keeps. Without locks, as on plain HTTP, tabs know nothing of each other.
 */
const lockName = (readingId: string) => `sim-console:fleet-reading:${readingId}`;

type Locks = Pick<LockManager, 'request' | 'query'>;

/** Undefined outside a secure context, against what its type says. */
function browserLocks(): Locks | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** @returns what releases the lock; undefined while another tab holds it */
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
    // A browser may forbid locks, as in some frames.
    .catch(() => resolve(() => undefined));
  return held;
}

/**
 * Whether another tab holds the scan; undefined until that is known. It is checked again when the window gets
 * the focus, since another tab may have taken it.
 *
 * @param readingId undefined if there is nothing to ask
 * @param onReleased called when the other tab has let it go
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

/** Reports whether another tab holds the scan, and once more when it has let it go. @returns whether one held it */
async function watchReading(
  readingId: string,
  see: (isHeld: boolean) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const locks = browserLocks();
  const name = lockName(readingId);
  try {
    // It does not take the lock, which another tab may want at this moment.
    const { held = [] } = (await locks?.query()) ?? {};
    const isHeld = held.some((lock) => lock.name === name);
    see(isHeld);
    if (isHeld) await locks?.request(name, { signal }, async () => see(false));
    return isHeld;
  } catch {
    // A browser may forbid locks; or nobody waits for it.
    see(false);
    return false;
  }
}
