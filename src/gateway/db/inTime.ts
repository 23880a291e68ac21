import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/**
 * Limits how long the database may take. While this process is busy, an answer may arrive in time without being read;
 * one more turn of the event loop reads it.
 *
 * @param late creates the error if there is no answer; the work itself continues
 */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const giveUp = new AbortController();
  const limit = delay(ms, undefined, { signal: giveUp.signal }).then(async () => {
    await nextTurn();
    throw late();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    giveUp.abort();
    // Nobody waits for the promise that settles second.
    limit.catch(() => {});
    work.catch(() => {});
  }
}
