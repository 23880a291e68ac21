import { errorBody } from '#contract/errorBody.ts';
import type { WatchProblem } from '#contract/inventory.ts';
import type { Clock } from '#lib/clock.ts';
import { retryAfterMs } from '#lib/retryAfter.ts';

import { storable } from '../db/storedValues.ts';
import { ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import type { HeldLease } from './heldLease.ts';
import type { WatchMetrics } from './watchMetrics.ts';

/** Why the watch has to stop until its next attempt. */
export class WatchError extends Error {
  override readonly name = 'WatchError';
  readonly kind: WatchProblem['kind'];
  readonly status: number | null;

  constructor(kind: WatchProblem['kind'], message = '', status: number | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const minute = 60_000;
/** Waits before retrying a call that got no answer or a server error. */
const retryMs = [1000, 2000, 4000];
const maxPauseMs = 24 * 60 * minute;
const maxMessage = 500;

export type WatchCalls = ReturnType<typeof createWatchCalls>;

/**
 * Sends the watch's calls, one after another, at its pace, or half that pace after a person hits the service's limit.
 *
 * @param given.secrets strings that messages must not contain
 */
export function createWatchCalls(given: {
  readonly held: HeldLease;
  readonly callsPerMinute: number;
  readonly clock: Clock;
  readonly systemTime: () => number;
  readonly random: () => number;
  readonly metrics: Pick<WatchMetrics, 'call' | 'pause'>;
  readonly secrets: () => readonly string[];
}) {
  const { held, clock, metrics } = given;
  const gapMs = minute / given.callsPerMinute;
  let sentAt = Number.NEGATIVE_INFINITY;

  async function turn(): Promise<void> {
    const waitMs = sentAt + gapMs * (held.isSlow() ? 2 : 1) - clock.now();
    if (waitMs > 0) await held.sleep(waitMs);
    held.check();
    sentAt = clock.now();
    metrics.call();
  }

  /** The service's message, unless it repeats a secret. */
  async function messageOf(answer: Response): Promise<string | undefined> {
    const body = errorBody.safeParse(await answer.json().catch(() => undefined));
    if (!body.success || given.secrets().some((secret) => body.data.message.includes(secret))) {
      return undefined;
    }
    return storable(body.data.message).slice(0, maxMessage).toWellFormed();
  }

  return {
    /**
     * Sends a call until it succeeds: waits for as long as a 429 says, and retries the call up to three times if there
     * is no answer or a server error.
     *
     * @returns the response, with a status of 2xx, and when its call was sent
     * @throws {WatchError} if the service refuses the call or cannot be reached
     */
    async send(
      call: (signal: AbortSignal) => Promise<Response>,
    ): Promise<{ readonly answer: Response; readonly sentAt: number }> {
      for (let failures = 0; ;) {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        await turn();
        // oxlint-disable-next-line no-await-in-loop -- as above
        const answer = await call(held.signal).catch((error: unknown) => {
          if (error instanceof ClientGoneError) held.signal.throwIfAborted();
          if (error instanceof GatewayError) return new WatchError('unreachable', error.message);
          throw error;
        });
        if (answer instanceof Response && answer.ok) return { answer, sentAt };
        // oxlint-disable-next-line no-await-in-loop -- as above
        const error = answer instanceof Response ? await failureOf(answer) : answer;
        if (answer instanceof Response && answer.status === 429) {
          metrics.pause();
          const systemTime = given.systemTime();
          // oxlint-disable-next-line no-await-in-loop -- as above
          await held.sleep(retryAfterMs(answer.headers, error.message, systemTime, maxPauseMs));
          continue;
        }
        const ms = retryMs[failures++];
        if (error.kind === 'refused' || ms === undefined) throw error;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await held.sleep(ms * (1 + given.random() / 4));
      }
    },
  };

  async function failureOf(answer: Response): Promise<WatchError> {
    const kind = answer.status >= 500 ? 'unreachable' : 'refused';
    return new WatchError(kind, await messageOf(answer), answer.status);
  }
}
