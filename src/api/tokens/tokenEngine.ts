import type { Clock } from '#lib/clock.ts';

import type { RefreshCall } from './refreshCall.ts';
import type { RefreshQueue } from './refreshQueue.ts';
import { createRenewal, inBackground } from './renewal.ts';
import {
  isAboutCustomerId,
  isAcceptanceNews,
  isRenewalNeeded,
  isUnhelpful,
  noteAccepted,
  noteRefused,
  pauseMs,
} from './sessionTokens.ts';
import type { TokenRecord } from './tokenRecord.ts';
import { createWaitLimit, type WaitLimit } from './waitLimit.ts';

/** How one call to the service ended. */
export type SendOutcome =
  /** The service's answer, whatever its status; a 401 here does not mean that the session is over. */
  | { readonly kind: 'answered'; readonly response: Response }
  /**
   * Sign in again: the access token was refused, and the service refuses to renew it, or repeated renewals did
   * not help. The call was not processed.
   */
  | { readonly kind: 'session_ended'; readonly wasUseless: boolean }
  /** The access token was refused and cannot be renewed yet. The call was not processed. */
  | {
      readonly kind: 'refresh_busy';
      readonly retryAfterMs: number;
      /** Number of sessions ahead; absent if this one is not in the queue. */
      readonly ahead?: number;
    };

/** How long a call waits in total for refreshes that were sent, in milliseconds. */
export const renewalWaitMs = { read: 30_000, write: 10_000 } as const;

/** From sending a call to the service until its answer has been read, in milliseconds. */
export const serviceTimeoutMs = 60_000;

interface SendOptions {
  /** How long to wait for refreshes, in milliseconds; that of a read by default. */
  readonly timeoutMs?: number;
  /** Ends the caller's wait, but no refresh. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the call carries a customer id that was typed and the service has not confirmed; checked after a 401,
   * with the store's current knowledge. No refresh is spent on such an id if it cannot help (T23).
   */
  readonly isUnconfirmed?: () => boolean;
}

export interface TokenEngine {
  /**
   * Sends one call with the session's access token, renewing the token as needed. `request` is called at most
   * twice, the second time only after a 401; its rejection is passed on, and so is that of a failing store.
   */
  send(
    request: (accessToken: string) => Promise<Response>,
    options?: SendOptions,
  ): Promise<SendOutcome>;
  /** Resolves when no refresh is in flight, so that a stopping process loses no single-use token. */
  idle(): Promise<void>;
  /** Whether nothing is in flight, and no place in the queue is held. */
  isIdle(): boolean;
  /** The session is over: it leaves the queue, and waiting callers get an answer. */
  close(): void;
}

/** When to ask again while a refresh takes long. */
const slowRefreshMs = 5_000;
/** No caller has to wait for longer. */
const longestRetryAfterMs = 20 * 60_000;
/**
 * Keeps one token pair usable (API document 5) and ends the session only when the service has
 * refused a refresh and the access token.
 *
 * @param given.random 0 (included) to 1 (excluded); spreads refreshes of many sessions over time
 */
export function createTokenEngine(given: {
  readonly store: TokenRecord;
  readonly refresh: RefreshCall;
  readonly clock: Clock;
  readonly random: () => number;
  readonly queue: RefreshQueue;
}): TokenEngine {
  const { store, clock } = given;
  const renewal = createRenewal(given);

  async function send(
    request: (accessToken: string) => Promise<Response>,
    { timeoutMs = renewalWaitMs.read, signal, isUnconfirmed = () => false }: SendOptions = {},
  ): Promise<SendOutcome> {
    const limit = createWaitLimit(clock, timeoutMs, signal);
    for (let isReplay = false; ; isReplay = true) {
      // oxlint-disable-next-line no-await-in-loop -- the replay needs the renewed token
      const obstacle = await prepare(limit);
      if (obstacle) return obstacle;

      const { access, generation } = store.tokens;
      // oxlint-disable-next-line no-await-in-loop -- at most one replay, after the answer
      const response = await request(access);
      if (response.status !== 401) {
        if (response.ok) noteOk(generation);
        return { kind: 'answered', response };
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (!(await isWorthReplay(generation, isReplay, isUnconfirmed))) {
        return { kind: 'answered', response };
      }
      void response.body?.cancel().catch(() => {});
    }
  }

  function noteOk(generation: number): void {
    if (generation !== store.tokens.generation || !isAcceptanceNews(store.tokens)) return;
    // The answer does not wait for this. If it is lost, the next answer says the same.
    inBackground(store.update(generation, noteAccepted));
  }

  /** Records a 401 for the token of this generation. @returns whether another token may help, or none ever */
  async function isWorthReplay(
    generation: number,
    isReplay: boolean,
    isUnconfirmed: () => boolean,
  ): Promise<boolean> {
    await store.reload();
    if (generation === store.tokens.generation) {
      if (isUnconfirmed() && isAboutCustomerId(store.tokens, clock.now())) return false;
      await store.update(generation, (tokens) => noteRefused(tokens, clock.now(), isReplay));
      if (isUnhelpful(store.tokens, clock.now())) return false;
    }
    const { accessRefused, renewalOver } = store.tokens;
    return !isReplay || (accessRefused && renewalOver !== null);
  }

  /** Makes sure that there is a usable token, or says why there is none. */
  async function prepare(limit: WaitLimit): Promise<SendOutcome | undefined> {
    if (store.isGone) return { kind: 'session_ended', wasUseless: false };
    if (!isRenewalNeeded(store.tokens, clock.now())) {
      if (clock.now() >= store.tokens.dueAt) inBackground(renewal.ensure());
      return undefined;
    }
    await renewal.ensure();
    if (renewal.isInFlight()) await limit.waitFor(renewal.idle());
    // After its lifetime the token is still tried: the clock may be wrong.
    if (!store.tokens.accessRefused) return undefined;
    const { renewalOver } = store.tokens;
    if (renewal.isClosed() || store.isGone || renewalOver !== null) {
      return { kind: 'session_ended', wasUseless: renewalOver === 'useless' };
    }
    return busy();
  }

  async function busy(): Promise<SendOutcome> {
    const standing = await renewal.standing();
    if (standing) return { kind: 'refresh_busy', ...standing };
    if (renewal.isInFlight())
      return { kind: 'refresh_busy', ahead: 0, retryAfterMs: slowRefreshMs };
    const retryAfterMs = Math.min(
      Math.max(pauseMs(store.tokens, clock.now()), 1000),
      longestRetryAfterMs,
    );
    return { kind: 'refresh_busy', retryAfterMs };
  }

  return {
    send,
    idle: renewal.idle,
    isIdle: renewal.isIdle,
    close: renewal.close,
  };
}
