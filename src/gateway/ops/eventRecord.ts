import type { Clock } from '#lib/clock.ts';

import type { SessionEvent } from '../auth/sessionEvents.ts';
import { createCustomerQueues } from '../http/customerQueues.ts';
import type { Store } from '../store.ts';

/** An event, before it is known whether its name may be kept. */
export type NewEvent = Omit<SessionEvent, 'id' | 'at'> & {
  /** The name as typed, whose digest is `username`: kept only if this name has signed in before. */
  readonly typed?: string | undefined;
};

export type EventRecord = ReturnType<typeof createEventRecord>;

const maxWaiting = 1000;

/**
 * Writes session events to the store in the background: no request ever waits for it (C6).
 *
 * @param given.isKept false if nothing is recorded
 * @param given.onDropped called for each event that the store did not accept; the log still has its line
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
      // One event after the other, for all users.
      if (isKept) queues.push('', 0, () => write(event));
    },
    /** Resolves when all added events are written, or given up. */
    idle: queues.idle,
  };
}
