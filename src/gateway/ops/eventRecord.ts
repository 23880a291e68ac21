import type { SessionEvent } from '../auth/sessionEvents.ts';
import type { Store } from '../store.ts';

/** What happened, before it is known whether its name may be kept. */
export type NewEvent = Omit<SessionEvent, 'id' | 'at'> & {
  /** What a person typed for a name, where `username` is a digest of it: kept only if it has signed in before. */
  readonly typed?: string | undefined;
};

/** Writes who came and went into the store, beside the requests: nobody ever waits for it (C6). */
export interface EventRecord {
  add(event: NewEvent): void;
  /** Settles when what was added is written, or given up. */
  idle(): Promise<void>;
}

const maxWaiting = 1000;

/**
 * @param given.isKept false where nothing is recorded
 * @param given.onDropped told of each event that the store did not take; its line is in the log
 */
export function createEventRecord(given: {
  readonly store: Pick<Store, 'events'>;
  readonly isKept: boolean;
  readonly onDropped: () => void;
}): EventRecord {
  const { store, isKept, onDropped } = given;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function write({ typed, ...event }: NewEvent): Promise<void> {
    const isName = typed !== undefined && (await store.events.hasSignedIn(typed));
    await store.events.add(isName ? { ...event, username: typed } : event);
  }

  return {
    add(event) {
      if (!isKept) return;
      if (waiting >= maxWaiting) {
        onDropped();
        return;
      }
      waiting += 1;
      last = last
        .then(() => write(event))
        .catch(onDropped)
        .finally(() => (waiting -= 1));
    },
    idle: () => last,
  };
}
