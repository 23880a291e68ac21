import type { Clock } from '#lib/clock.ts';

import type { SessionEvent } from '../auth/sessionEvents.ts';
import { createCustomerQueues } from '../http/customerQueues.ts';
import type { Store } from '../store.ts';

/** An event, before it is known whether its name may be stored. */
export type NewEvent = Omit<SessionEvent, 'id' | 'at'> & {
  /** The name as typed; `username` is its digest. Stored only if this name has signed in before. */
  readonly typed?: string | undefined;
};

export type EventRecord = ReturnType<typeof createEventRecord>;

const maxWaiting = 1000;

/**
 * Writes session events to the store in the background: no request ever waits for it (C6).
 *
 * @param given.isKept false if events are not recorded
 * @param given.onDropped called for each event that the store did not accept; its log line remains
 */
export function createEventRecord(given: {
  readonly store: Pick<Store, 'events'>;
  readonly clock: Clock;
  readonly isKept: boolean;
  readonly onDropped: () => void;
}) {
  const { store, clock, isKept, onDropped } = given;
  const queues = createCustomerQueues({
    clock,
    maxWaiting,
    maxWaitingOfOne: maxWaiting,
    onDropped,
  });

  async function write({ typed, ...event }: NewEvent): Promise<void> {
    const isName = typed !== undefined && (await store.events.hasSignedIn(typed));
    await store.events.add(isName ? { ...event, username: typed } : event);
  }

  return {
    add(event: NewEvent): void {
      // One event after another, for all users.
      if (isKept) queues.push('', 0, () => write(event));
    },
    /** Resolves when all added events have been written or abandoned. */
    idle: queues.idle,
  };
}
