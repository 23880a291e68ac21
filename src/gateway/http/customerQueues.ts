import { type Clock, within } from '#lib/clock.ts';

import { createByteBudget } from './byteBudget.ts';

/** How long readers wait for work queued before their request. */
export const catchUpMs = 1000;

/**
 * Bounded queues for work done after a response, in order per customer.
 *
 * @param given.onDropped called when work is dropped or fails
 */
export function createCustomerQueues(given: {
  readonly clock: Clock;
  readonly maxWaiting: number;
  readonly maxWaitingOfOne: number;
  readonly onDropped: () => void;
}) {
  const queues = new Map<string, { waiting: number; last: Promise<void> }>();
  const budget = createByteBudget();
  let waiting = 0;
  return {
    /** Queues work that holds this many bytes, unless the queue is full. @returns whether it was queued */
    push(customerId: string, bytes: number, work: () => Promise<void>): boolean {
      const queue = queues.get(customerId) ?? { waiting: 0, last: Promise.resolve() };
      const isFull = waiting >= given.maxWaiting || queue.waiting >= given.maxWaitingOfOne;
      if (isFull || !budget.take(customerId, bytes)) {
        given.onDropped();
        return false;
      }
      queues.set(customerId, queue);
      queue.waiting += 1;
      waiting += 1;
      queue.last = queue.last
        .then(work)
        .catch(given.onDropped)
        .finally(() => {
          queue.waiting -= 1;
          waiting -= 1;
          budget.giveBack(customerId, bytes);
          if (queue.waiting === 0) queues.delete(customerId);
        });
      return true;
    },
    /** Resolves when this customer's work queued so far is done, or after a short time. */
    async caughtUp(customerId: string): Promise<void> {
      const last = queues.get(customerId)?.last;
      if (last) await within(given.clock, catchUpMs, last);
    },
    /** Resolves when all work is done. */
    async idle(): Promise<void> {
      await Promise.all(Array.from(queues.values(), ({ last }) => last));
    },
  };
}
