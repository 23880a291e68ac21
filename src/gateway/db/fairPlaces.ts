import { RecordsLimitError } from './storeErrors.ts';

/** A few slots that owners take in turn: a hundred waiting calls by one owner delay another owner by only one. */
export function createFairPlaces(count: number) {
  /** Keyed by owner, starting with the owner who is next. */
  const waiting = new Map<string | null, Set<() => void>>();
  let free = count;

  function giveNext(): void {
    const [next] = waiting.keys();
    const owner = waiting.has(null) ? null : next;
    const queue = owner === undefined ? undefined : waiting.get(owner);
    if (owner === undefined || queue === undefined) {
      free += 1;
      return;
    }
    // Moves this owner behind all other waiting owners.
    waiting.delete(owner);
    waiting.set(owner, queue);
    const [first] = queue;
    first?.();
  }

  function releaseOnce(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) giveNext();
      isHeld = false;
    };
  }

  return {
    /**
     * Waits for a slot, and resolves to a function that releases it.
     *
     * @param owner the owner whose turn is used; null goes ahead of all owners
     * @throws {RecordsLimitError} after `maxMs` milliseconds; the signal's reason when the caller leaves
     */
    async take(
      owner: string | null,
      { maxMs, signal }: { readonly maxMs: number; readonly signal?: AbortSignal | undefined },
    ) {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return releaseOnce();
      }
      await new Promise<void>((resolve, reject) => {
        const queue = waiting.get(owner) ?? new Set();
        waiting.set(owner, queue);
        const leave = () => {
          clearTimeout(late);
          signal?.removeEventListener('abort', giveUp);
          queue.delete(begin);
          if (queue.size === 0) waiting.delete(owner);
        };
        const begin = () => {
          leave();
          resolve();
        };
        const giveUp = () => {
          leave();
          reject(signal?.aborted === true ? signal.reason : new RecordsLimitError('busy'));
        };
        const late = setTimeout(giveUp, maxMs);
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.add(begin);
      });
      return releaseOnce();
    },
  };
}
