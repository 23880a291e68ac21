import { type Clock, sleep } from '#lib/clock.ts';

import { newId } from '../db/keysetPage.ts';
import { errorFields, type Log } from '../ops/log.ts';
import type { Store } from '../store.ts';
import type { ChangeEnd, ChangeIntent } from './groupChanges.ts';

/** Five minutes in total. */
const retryMs = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60].map((seconds) => seconds * 1000);
const maxRetrying = 500;

/** Longer than an abandoned transaction of a few statements can keep running. */
const lateBeginMs = 15_000;

/**
 * Writes each change to a group before it is sent, and its outcome afterwards.
 *
 * @param given.onDropped called for each outcome that could not be written
 */
export function createChangeRecord(given: {
  readonly store: Pick<Store, 'changes'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onDropped: () => void;
}) {
  const { store, clock, log, onDropped } = given;
  const retrying = new Set<Promise<void>>();

  async function retry(id: string, end: ChangeEnd, endedAt: number): Promise<void> {
    for (const ms of retryMs) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await sleep(clock, ms);
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        await store.changes.finish(id, end, clock.now() - endedAt);
        return;
      } catch {
        // Retried after the next pause, which is longer.
      }
    }
    onDropped();
  }

  /**
   * Writes the outcome. Never rejects: if the store fails, the write is retried in the background. If that fails too,
   * the next list that shows the group settles the outcome.
   */
  async function finish(id: string, requestId: string, end: ChangeEnd): Promise<void> {
    const endedAt = clock.now();
    try {
      await store.changes.finish(id, end, clock.now() - endedAt);
    } catch (error) {
      log('change outcome not written', { requestId, outcome: end.outcome, ...errorFields(error) });
      if (retrying.size >= maxRetrying) {
        onDropped();
        return;
      }
      const mine = retry(id, end, endedAt).finally(() => retrying.delete(mine));
      retrying.add(mine);
    }
  }

  /** Writes twice, because an abandoned transaction may still be committed after the first write. */
  async function finishNotSent(id: string, requestId: string): Promise<void> {
    const end = { ...notSent, outcome: 'not-sent' } as const;
    await finish(id, requestId, end);
    await sleep(clock, lateBeginMs);
    await finish(id, requestId, end);
  }

  return {
    /**
     * Must be called before the change is sent.
     *
     * @throws if it could not be written, in which case nothing may be sent
     */
    async begin(intent: Omit<ChangeIntent, 'id'>) {
      const id = newId();
      const { requestId } = intent;
      try {
        const before = await store.changes.begin({ id, ...intent });
        return { ...before, finish: (end: ChangeEnd) => finish(id, requestId, end) };
      } catch (error) {
        log('change not recorded', { requestId, ...errorFields(error) });
        // Although the response was lost, the row may exist already or appear later. Nothing waits for this work.
        const mine = finishNotSent(id, requestId).finally(() => retrying.delete(mine));
        retrying.add(mine);
        throw error;
      }
    },
    /**
     * Resolves when the change has its outcome. What the service reports until then would look as if it had not been
     * saved.
     *
     * @throws the signal's reason, or if the store fails
     */
    async ended(id: string, signal: AbortSignal): Promise<void> {
      // oxlint-disable-next-line no-await-in-loop -- checks again after a while
      while (await store.changes.isSending(id)) await sleep(clock, 1000, signal);
    },
    /** Resolves when every outcome has been written or abandoned. */
    async idle(): Promise<void> {
      await Promise.all(retrying);
    },
  };
}

const notSent = { status: null, message: null, serviceRequestId: null };
