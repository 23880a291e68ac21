import type { WatchProblem } from '#contract/inventory.ts';
import { requestIdHeader } from '#contract/session.ts';
import type { Clock } from '#lib/clock.ts';
import { readErrorBody } from '#lib/errorWords.ts';
import { requestedWaitMs, retryAfterMs } from '#lib/retryAfter.ts';

import { storable } from '../db/storedValues.ts';
import { ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import type { UpstreamCall } from '../proxy/fetchUpstream.ts';
import type { HeldLease } from './heldLease.ts';
import type { WatchMetrics } from './watchMetrics.ts';

/** Why the watch has to stop until its next attempt. */
export class WatchError extends Error {
  override readonly name = 'WatchError';
  readonly kind: WatchProblem['kind'];
  readonly status: number | null;
  /** Of the call that failed, if one did: the service's own, or else the one that was sent. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next attempt. */
  readonly askedMs: number = 0;

  constructor(
    kind: WatchProblem['kind'],
    message = '',
    { status = null, requestId }: Partial<Pick<WatchProblem, 'status' | 'requestId'>> = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.requestId = requestId;
  }
}

const minute = 60_000;
/** The shortest waits before retrying a call that got no answer, a 408 or a server error. */
const retryMs = [1000, 2000, 4000];
const maxPauseMs = 24 * 60 * minute;

/** The watch's calls do not come from a browser whose request id or address they could carry. */
type OwnCall = Pick<UpstreamCall, 'requestId' | 'reportedAddress' | 'signal'>;

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

  const isSecret = (text: string) => given.secrets().some((secret) => text.includes(secret));

  /** The service's own request id, or else the one that was sent. */
  function idOf({ headers }: Response, sentId: string, own = headers.get(requestIdHeader)): string {
    return own === null || isSecret(own) ? sentId : storable(own).trim().slice(0, 128) || sentId;
  }

  async function failureOf(answer: Response, sentId: string): Promise<WatchError> {
    const { status } = answer;
    const kind = status >= 500 || status === 408 ? 'unreachable' : 'refused';
    const words = readErrorBody(await answer.text(), isSecret);
    const requestId = idOf(answer, sentId, words.requestId);
    return new WatchError(kind, storable(words.message ?? ''), { status, requestId });
  }

  return {
    /**
     * Sends a call until it succeeds: waits for as long as a 429 says, and retries the call up to three times if there
     * is no answer, a 408 or a server error, after the wait that it asks for, of a minute at most.
     *
     * @returns the response, with a status of 2xx, when its call was sent, and its request id
     * @throws {WatchError} if the service refuses the call or cannot be reached
     */
    async send(
      call: (own: OwnCall) => Promise<Response>,
    ): Promise<{ readonly answer: Response; readonly sentAt: number; readonly requestId: string }> {
      for (let failures = 0; ;) {
        const sentId = crypto.randomUUID();
        const own = { requestId: sentId, reportedAddress: undefined, signal: held.signal };
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        await turn();
        // oxlint-disable-next-line no-await-in-loop -- as above
        const answer = await call(own).catch((error: unknown) => {
          if (error instanceof ClientGoneError) held.signal.throwIfAborted();
          if (error instanceof GatewayError)
            return new WatchError('unreachable', error.message, { requestId: sentId });
          throw error;
        });
        if (answer instanceof Response && answer.ok)
          return { answer, sentAt, requestId: idOf(answer, sentId) };
        // oxlint-disable-next-line no-await-in-loop -- as above
        const error = answer instanceof Response ? await failureOf(answer, sentId) : answer;
        const headers = answer instanceof Response ? answer.headers : new Headers();
        const systemTime = given.systemTime();
        if (error.status === 429) {
          metrics.pause();
          // oxlint-disable-next-line no-await-in-loop -- as above
          await held.sleep(retryAfterMs(headers, error.message, systemTime, maxPauseMs));
          continue;
        }
        const ms = retryMs[failures++];
        const askedMs = Math.min(requestedWaitMs(headers, systemTime) ?? 0, maxPauseMs);
        if (error.kind === 'refused' || ms === undefined || askedMs > minute)
          throw Object.assign(error, { askedMs });
        // oxlint-disable-next-line no-await-in-loop -- as above
        await held.sleep(Math.max(askedMs, ms * (1 + given.random() / 4)));
      }
    },
  };
}
