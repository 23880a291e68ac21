import type { Clock } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

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

/** How one call to the service ended. */
export type SendOutcome =
  /** The service's response, whatever its status; a 401 here does not mean that the session has ended. */
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
      /** Number of sessions ahead; absent if this session is not in the queue. */
      readonly ahead?: number;
    };

/** How long a call waits in total for refreshes that were sent, in milliseconds. */
export const renewalWaitMs = { read: 30_000, write: 10_000 } as const;

/** Time from sending a call to the service until its response has been read, in milliseconds. */
export const serviceTimeoutMs = 60_000;

interface SendOptions {
  /** How long to wait for refreshes, in milliseconds; by default, as for a read. */
  readonly timeoutMs?: number;
  /** Ends the caller's wait, but not a refresh. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the call carries a typed customer id that the service has not confirmed; checked after a 401, based on
   * the store's current state. No refresh is spent on such an id if that cannot help (T23).
   */
  readonly isUnconfirmed?: () => boolean;
}

export type TokenEngine = ReturnType<typeof createTokenEngine>;

/** When to ask again during a long refresh. */
const slowRefreshMs = 5_000;
/** No caller has to wait longer than this. */
const longestRetryAfterMs = 20 * 60_000;

/**
 * Keeps one token pair usable (API document 5) and ends the session only when the service has
 * refused a refresh and the access token.
 */
export function createTokenEngine(given: Parameters<typeof createRenewal>[0]) {
  const { store, clock } = given;
  const renewal = createRenewal(given);

  /**
   * Sends one call with the session's access token, renewing the token as needed. `request` is called at most twice,
   * the second time only after a 401; its rejections are passed on, as are failures of the store.
   */
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
      // oxlint-disable-next-line no-await-in-loop -- at most one replay, after the response
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
    // The response does not wait for this to be recorded. If the record is lost, the next response shows the same.
    inBackground(store.update(generation, noteAccepted));
  }

  /**
   * Records a 401 for this generation's token. @returns true to retry or end the session, false to pass on the 401
   */
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

  /** Ensures that there is a token worth sending; otherwise returns the reason. */
  async function prepare(
    limit: ReturnType<typeof createWaitLimit>,
  ): Promise<SendOutcome | undefined> {
    if (store.isGone) return { kind: 'session_ended', wasUseless: false };
    if (!isRenewalNeeded(store.tokens, clock.now())) {
      if (clock.now() >= store.tokens.dueAt) inBackground(renewal.ensure());
      return undefined;
    }
    await renewal.ensure();
    if (renewal.isInFlight()) await limit.waitFor(renewal.idle());
    // A token is still tried after its lifetime: the clock may be wrong.
    if (!store.tokens.accessRefused) return undefined;
    const { renewalOver } = store.tokens;
    if (renewal.isClosed() || store.isGone || renewalOver !== null) {
      return { kind: 'session_ended', wasUseless: renewalOver === 'useless' };
    }
    return busy();
  }

  /**
   * For calls that need no token: whether the access token has expired and the service refuses to renew it. Starts a
   * renewal of an expired token, because otherwise nothing would show whether the service still knows the user.
   */
  function isRefused(): boolean {
    if (!isRenewalNeeded(store.tokens, clock.now())) return false;
    inBackground(renewal.ensure());
    return store.tokens.renewalOver !== null;
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

  const { idle, isIdle, close } = renewal;
  return { send, isRefused, idle, isIdle, close };
}

/**
 * Limits the total time that one caller waits.
 *
 * @param signal the caller's signal
 */
function createWaitLimit(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
  let leftMs = timeoutMs;
  return {
    /**
     * Waits for work that continues without the caller, at most until the time is up.
     *
     * @throws the signal's reason as soon as the caller has left
     */
    async waitFor(work: Promise<void>) {
      const begun = clock.now();
      let cancel = () => {};
      const timeout = new Promise<void>((resolve) => {
        cancel = clock.after(leftMs, resolve);
      });
      const first = Promise.race([work, timeout]);
      try {
        await (signal ? unlessAborted(first, signal) : first);
      } finally {
        cancel();
        leftMs = Math.max(0, leftMs - Math.max(0, clock.now() - begun));
      }
    },
  };
}
