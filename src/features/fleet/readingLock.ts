import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The tab that reads the fleet holds a lock by the name of its reading (Web Locks API): a duplicated tab has a copy of
 * everything that the first one keeps. Without locks, as on plain HTTP, tabs know nothing of each other.
 */
const lockName = (readingId: string) => `sim-console:fleet-reading:${readingId}`;

type Locks = Pick<LockManager, 'request'>;

/** Undefined outside a secure context, against what its type says. */
function browserLocks(): Locks | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** @returns what releases the lock; undefined while another tab holds it */
export async function holdReading(
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
 * Whether another tab holds the reading; undefined until that is known.
 *
 * @param readingId undefined where there is nothing to ask
 * @param onReleased called when the other tab has let it go
 */
export function useHeldElsewhere(
  readingId: string | undefined,
  onReleased: () => void,
): boolean | undefined {
  const [seen, setSeen] = useState<{ readonly id: string; readonly isHeld: boolean }>();
  const tellReleased = useEffectEvent(onReleased);
  useEffect(() => {
    if (readingId === undefined) return undefined;
    const over = new AbortController();
    async function watch(id: string) {
      const see = (isHeld: boolean) => {
        if (!over.signal.aborted) setSeen({ id, isHeld });
      };
      const wasHeld = await watchReading(id, see, over.signal);
      if (wasHeld && !over.signal.aborted) tellReleased();
    }
    void watch(readingId);
    return () => over.abort();
  }, [readingId]);
  return seen?.id === readingId ? seen?.isHeld : undefined;
}

/** Tells whether another tab holds the reading, and once more when it has let it go. @returns whether one held it */
async function watchReading(
  readingId: string,
  see: (isHeld: boolean) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const locks = browserLocks();
  const release = await holdReading(readingId, locks);
  release?.();
  see(release === undefined);
  if (release || !locks) return false;
  try {
    await locks.request(lockName(readingId), { signal }, async () => see(false));
  } catch {
    // Nobody looks any more.
  }
  return true;
}
