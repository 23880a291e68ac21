import { type Clock, sleep } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import { ClientGoneError, GatewayError } from './gatewayError.ts';

/** Per user. A page reads up to five records at once, and a restarted browser reloads all its pages at once. */
const maxWaiting = 30;

/** Unless the reads are slow, all thirty have had their turn by then. */
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

/**
 * Queues reads of records. Each user runs one read at a time, in all sessions together, and identical waiting reads
 * share a response. So one user cannot load the database more than a single reader can, however many requests are sent.
 */
export function createRecordTurns(clock: Clock) {
  /** Keyed by user, while one of the user's reads is running. */
  const users = new Map<string, Set<Entry>>();

  function join(user: string, key: string, read: Entry['read']): Entry {
    const waiting = users.get(user) ?? new Set();
    // A read that has started may not have seen the caller's latest change.
    const same = [...waiting].find((one) => one.key === key);
    if (same) return same;
    if (waiting.size >= maxWaiting) throw tooMany();
    const answer = Promise.withResolvers<string>();
    const entry = { key, read, answer, abandoned: new AbortController(), callers: 0 };
    // Callers get the rejection, but there may be no caller left.
    answer.promise.catch(() => {});
    waiting.add(entry);
    if (!users.has(user)) void work(user, waiting);
    return entry;
  }

  /** Runs the waiting reads one after another, until none are left. */
  async function work(user: string, waiting: Set<Entry>): Promise<void> {
    users.set(user, waiting);
    for (const entry of waiting) {
      waiting.delete(entry);
      // oxlint-disable-next-line no-await-in-loop -- one at a time is the purpose of this queue
      await entry.read(entry.abandoned.signal).then(entry.answer.resolve, entry.answer.reject);
    }
    users.delete(user);
  }

  /** Rejects if the caller leaves, or the turn does not come in time. */
  async function giveUp(user: string, entry: Entry, signal: AbortSignal): Promise<never> {
    await sleep(clock, maxWaitMs, signal);
    if (users.get(user)?.has(entry) === true) throw tooMany();
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
          users.get(user)?.delete(entry);
          entry.abandoned.abort();
        }
      }
    },
  };
}

function tooMany(): GatewayError {
  return new GatewayError('records_limited', { retryAfterMs: recordsRetryMs });
}
