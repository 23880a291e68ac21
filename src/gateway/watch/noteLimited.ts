import type { Clock } from '#lib/clock.ts';

import type { Store } from '../store.ts';

/** A person who meets the limit usually meets it several times; the watch stays slow for much longer. */
const onceMs = 60_000;

/**
 * Notes that a person met the service's limit, so that the watch, on whichever gateway, goes slower.
 *
 * @param given.isOn whether anybody watches
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
    // Without the store, the watch does not read either.
    given.store.watch.noteLimited().catch(() => {});
  };
}
