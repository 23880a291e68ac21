import { type Clock, sleep } from '#lib/clock.ts';

import { ClientGoneError, GatewayError } from './gatewayError.ts';

/**
 * Whose turn it is to read records: of each session one read runs at a time, and those that ask the same while they
 * wait share an answer. So one person keeps the database no busier than one reader can, however much they ask.
 */
export interface RecordTurns {
  /**
   * @param given.key of what is asked: the same for the same answer
   * @param given.signal of the caller; a read whose callers have all gone is ended
   * @throws {GatewayError} `records_limited` where too many wait, or the turn does not come in time
   * @throws {ClientGoneError}
   */
  take(given: {
    readonly session: string;
    readonly key: string;
    readonly signal: AbortSignal;
    readonly read: (signal: AbortSignal) => Promise<string>;
  }): Promise<string>;
}

/**
 * Of a session. A page asks for up to five records at once, and the pages of a browser that is started again ask at
 * the same moment.
 */
const maxWaiting = 30;

/** Until then the thirty have had their turn, unless they are slow. */
const maxWaitMs = 10_000;

/** When to ask again. */
export const recordsRetryMs = 2000;

interface Entry {
  readonly key: string;
  readonly read: (signal: AbortSignal) => Promise<string>;
  readonly answer: PromiseWithResolvers<string>;
  /** Aborted when the last caller has gone. */
  readonly abandoned: AbortController;
  callers: number;
}

export function createRecordTurns(clock: Clock): RecordTurns {
  /** By session, as long as one of its reads runs. */
  const sessions = new Map<string, Set<Entry>>();

  function join(session: string, key: string, read: Entry['read']): Entry {
    const waiting = sessions.get(session) ?? new Set();
    // One that has begun may not have seen what the caller has just done.
    const same = [...waiting].find((one) => one.key === key);
    if (same) return same;
    if (waiting.size >= maxWaiting) throw tooMany();
    const answer = Promise.withResolvers<string>();
    const entry = { key, read, answer, abandoned: new AbortController(), callers: 0 };
    // Whoever waits for it is told; there may be nobody left.
    answer.promise.catch(() => {});
    waiting.add(entry);
    if (!sessions.has(session)) void work(session, waiting);
    return entry;
  }

  /** Runs what waits, one after the other, until nothing is left. */
  async function work(session: string, waiting: Set<Entry>): Promise<void> {
    sessions.set(session, waiting);
    for (const entry of waiting) {
      waiting.delete(entry);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what this is for
      await entry.read(entry.abandoned.signal).then(entry.answer.resolve, entry.answer.reject);
    }
    sessions.delete(session);
  }

  /** Rejects when the caller has gone, or the turn has not come in time. */
  async function giveUp(session: string, entry: Entry, signal: AbortSignal): Promise<never> {
    await sleep(clock, maxWaitMs, signal);
    if (sessions.get(session)?.has(entry) === true) throw tooMany();
    return new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  return {
    async take({ session, key, signal, read }) {
      if (signal.aborted) throw new ClientGoneError();
      const entry = join(session, key, read);
      entry.callers += 1;
      const done = new AbortController();
      const over = AbortSignal.any([signal, done.signal]);
      const givenUp = giveUp(session, entry, over);
      givenUp.catch(() => {});
      try {
        return await Promise.race([entry.answer.promise, givenUp]);
      } catch (error) {
        throw signal.aborted ? new ClientGoneError() : error;
      } finally {
        done.abort();
        entry.callers -= 1;
        if (entry.callers === 0) {
          sessions.get(session)?.delete(entry);
          entry.abandoned.abort();
        }
      }
    },
  };
}

function tooMany(): GatewayError {
  return new GatewayError('records_limited', { retryAfterMs: recordsRetryMs });
}
