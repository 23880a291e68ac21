import { type Clock, sleep } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import { ClientGoneError, GatewayError } from './gatewayError.ts';

/** Unless the reads are slow, all that may wait have had their turn by then. */
const maxWaitMs = 10_000;

/** When to retry. */
export const recordsRetryMs = 2000;

interface Entry {
  readonly key: string;
  readonly read: (signal: AbortSignal) => Promise<string>;
  readonly answer: PromiseWithResolvers<string>;
  /** Aborted when the last caller has left. */
  readonly abandoned: AbortController;
  callers: number;
}

interface Own {
  readonly waiting: Set<Entry>;
  running: number;
}

/**
 * Queues reads of records. Each user runs one read at a time, in all sessions together, and identical waiting reads
 * share a response. So one user cannot load the database more than a single reader can, however many requests are sent.
 *
 * @param atOnce for other reads: how many of a user's may run at a time
 * @param maxWaiting per user. A page reads up to five records at once, and a restarted browser reloads all its pages
 */
export function createRecordTurns(clock: Clock, atOnce = 1, maxWaiting = 30) {
  /** Keyed by user, while one of the user's reads is running. */
  const users = new Map<string, Own>();

  function join(user: string, key: string, read: Entry['read']): Entry {
    const own = users.get(user) ?? { waiting: new Set(), running: 0 };
    const { waiting } = own;
    // A read that has started may not have seen the caller's latest change.
    const same = [...waiting].find((one) => one.key === key);
    if (same) return same;
    if (waiting.size >= maxWaiting) throw tooMany();
    const answer = Promise.withResolvers<string>();
    const entry = { key, read, answer, abandoned: new AbortController(), callers: 0 };
    // Callers get the rejection, but there may be no caller left.
    answer.promise.catch(() => {});
    waiting.add(entry);
    if (own.running < atOnce) void work(user, own);
    return entry;
  }

  /** Runs the waiting reads one after another, until none are left. */
  async function work(user: string, own: Own): Promise<void> {
    users.set(user, own);
    own.running += 1;
    for (const entry of own.waiting) {
      own.waiting.delete(entry);
      // oxlint-disable-next-line no-await-in-loop -- one at a time is the purpose of this queue
      await entry.read(entry.abandoned.signal).then(entry.answer.resolve, entry.answer.reject);
    }
    own.running -= 1;
    if (own.running === 0) users.delete(user);
  }

  /** Rejects if the caller leaves, or the turn does not come in time. */
  async function giveUp(user: string, entry: Entry, signal: AbortSignal): Promise<never> {
    await sleep(clock, maxWaitMs, signal);
    if (users.get(user)?.waiting.has(entry) === true) throw tooMany();
    return unlessAborted(new Promise<never>(() => {}), signal);
  }

  return {
    /**
     * @param given.key identifies the question: reads with equal keys have equal results
     * @param given.signal the caller's signal; a read is stopped once all its callers have left
     * @throws {GatewayError} `records_limited` if too many reads are waiting, or the turn does not come in time
     * @throws {ClientGoneError}
     */
    async take(
      given: Pick<Entry, 'key' | 'read'> & {
        readonly customerId: string;
        readonly username: string;
        readonly signal: AbortSignal;
      },
    ): Promise<string> {
      const { key, signal, read } = given;
      // The service may accept any letter case of a username.
      const user = JSON.stringify([given.customerId, given.username.toLowerCase()]);
      if (signal.aborted) throw new ClientGoneError();
      const entry = join(user, key, read);
      entry.callers += 1;
      const done = new AbortController();
      const over = AbortSignal.any([signal, done.signal]);
      const givenUp = giveUp(user, entry, over);
      givenUp.catch(() => {});
      try {
        return await Promise.race([entry.answer.promise, givenUp]);
      } catch (error) {
        throw signal.aborted ? new ClientGoneError() : error;
      } finally {
        done.abort();
        entry.callers -= 1;
        if (entry.callers === 0) {
          users.get(user)?.waiting.delete(entry);
          entry.abandoned.abort();
        }
      }
    },
  };
}

function tooMany(): GatewayError {
  return new GatewayError('records_limited', { retryAfterMs: recordsRetryMs });
}
