import type { Clock } from '#lib/clock.ts';

import type { Store } from '../store.ts';

/** A person who hits the limit usually hits it several times; the watch stays slow for much longer. */
const onceMs = 60_000;

/**
 * Records that a person hit the service's limit, so that the watch slows down, whichever gateway it runs on.
 *
 * @param given.isOn whether there is a watch
 */
export function createNoteLimited(given: {
  readonly store: Pick<Store, 'watch'>;
  readonly clock: Clock;
  readonly isOn: boolean;
}): () => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!given.isOn || given.clock.now() - notedAt < onceMs) return;
    notedAt = given.clock.now();
    // Without the store, the watch reads nothing anyway.
    given.store.watch.noteLimited().catch(() => {});
  };
}
