import { type Clock, sleep } from '#lib/clock.ts';

import { startPause } from './pause.ts';
import type { RefreshCall, RefreshOutcome } from './refreshCall.ts';
import type { QueuePlace, RefreshQueue } from './refreshQueue.ts';
import {
  adoptPair,
  isAcceptanceNews,
  isRenewalNeeded,
  isUnhelpful,
  mayBeSent,
  noteAccepted,
  noteDeclined,
  noteFailedRefresh,
  noteLostAnswer,
  noteRefused,
  pauseMs,
  type SessionTokens,
} from './sessionTokens.ts';
import type { TokenRecord } from './tokenRecord.ts';
import { createWaitLimit, type WaitLimit } from './waitLimit.ts';

/** How one call to the service ended. */
export type SendOutcome =
  /** The service's answer, whatever its status; a 401 here does not mean that the session is over. */
  | { readonly kind: 'answered'; readonly response: Response }
  /**
   * Sign in again: the access token was refused, and the service refuses to renew it, or renewing it did
   * not help, again and again. The call was not processed.
   */
  | { readonly kind: 'session_ended'; readonly wasUseless: boolean }
  /** The access token was refused and cannot be renewed yet. The call was not processed. */
  | {
      readonly kind: 'refresh_busy';
      readonly retryAfterMs: number;
      /** Sessions whose turn comes before; absent where this one stands in no queue. */
      readonly ahead?: number;
    };

/** How long a call waits for a refresh that was sent, in milliseconds and in all. */
export const renewalWaitMs = { read: 30_000, write: 10_000 } as const;

/** From when a call is sent to the service until its answer has been read, in milliseconds. */
export const serviceTimeoutMs = 60_000;

interface SendOptions {
  /** How long to wait for refreshes, in milliseconds; that of a read when left out. */
  readonly timeoutMs?: number;
  /** Ends the caller's waiting, and no refresh. */
  readonly signal?: AbortSignal | undefined;
}

export interface TokenEngine {
  /**
   * Sends one call with the session's access token, renewing the token as needed. `request` is
   * called at most twice, the second time only after a 401; what it rejects with is passed on, as is
   * a store that does not answer.
   */
  send(
    request: (accessToken: string) => Promise<Response>,
    options?: SendOptions,
  ): Promise<SendOutcome>;
  /** Settles when no refresh is in flight, so that a stopping process loses no single-use token. */
  idle(): Promise<void>;
  /** Whether nothing is in flight, and no place in the queue is held. */
  isIdle(): boolean;
  /** The session is over: it leaves the queue, and callers that still wait are told. */
  close(): void;
}

/** When to ask again for what comes of a refresh that takes its time. */
const slowRefreshMs = 5_000;
/** No caller is told to wait for longer. */
const longestRetryAfterMs = 20 * 60_000;
/** How often to look whether another process has finished its refresh. */
const lookAgainMs = { least: 50, spread: 200 };

/**
 * Keeps one token pair usable (API document 5) and ends the session only when the service has
 * refused a refresh and the access token. A refresh is one call of the service; a renewal is what a session and
 * its callers wait for, a new pair, however many refreshes it takes. A session that needs one is in one of three
 * states:
 *
 * - it stands in the queue: callers are told their place at once, and the turn comes without them
 * - its refresh is in flight, here or in another process: callers wait for the result, and no caller
 *   can abort it, since its answer holds the only copy of a single-use token
 * - it is backing off, and joins the queue when a call needs it after that
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
  const { store, clock, random, queue } = given;
  let place: QueuePlace | undefined;
  let joining: Promise<void> | undefined;
  let inFlight: Promise<void> | undefined;
  /** The service counted the last refresh as one too many. */
  let wasLimited = false;
  let isClosed = false;

  async function send(
    request: (accessToken: string) => Promise<Response>,
    { timeoutMs = renewalWaitMs.read, signal }: SendOptions = {},
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
      if (!(await isWorthReplay(generation, isReplay))) return { kind: 'answered', response };
      void response.body?.cancel().catch(() => {});
    }
  }

  function noteOk(generation: number): void {
    if (generation !== store.tokens.generation || !isAcceptanceNews(store.tokens)) return;
    // The answer does not wait for this. If it is lost, the next answer says the same.
    inBackground(store.update(generation, noteAccepted));
  }

  /** Notes a 401 for the token of this generation. @returns whether another token may help, or none ever */
  async function isWorthReplay(generation: number, isReplay: boolean): Promise<boolean> {
    await store.reload();
    if (generation === store.tokens.generation) {
      await store.update(generation, (tokens) => noteRefused(tokens, clock.now(), isReplay));
      if (isUnhelpful(store.tokens, clock.now())) return false;
    }
    const { accessRefused, renewalOver } = store.tokens;
    return !isReplay || (accessRefused && renewalOver !== null);
  }

  /** Makes sure that there is a token worth sending, and says why if there is none. */
  async function prepare(limit: WaitLimit): Promise<SendOutcome | undefined> {
    if (store.isGone) return { kind: 'session_ended', wasUseless: false };
    if (!isRenewalNeeded(store.tokens, clock.now())) {
      if (clock.now() >= store.tokens.dueAt) inBackground(ensureRefresh());
      return undefined;
    }
    await ensureRefresh();
    if (inFlight) await limit.waitFor(idle());
    // Past its lifetime the token is still tried: the clock may be wrong.
    if (!store.tokens.accessRefused) return undefined;
    const { renewalOver } = store.tokens;
    if (isClosed || store.isGone || renewalOver !== null) {
      return { kind: 'session_ended', wasUseless: renewalOver === 'useless' };
    }
    return busy();
  }

  async function busy(): Promise<SendOutcome> {
    if (place) return { kind: 'refresh_busy', ...(await place.standing()) };
    if (inFlight) return { kind: 'refresh_busy', ahead: 0, retryAfterMs: slowRefreshMs };
    const retryAfterMs = Math.min(
      Math.max(pauseMs(store.tokens, clock.now()), 1000),
      longestRetryAfterMs,
    );
    return { kind: 'refresh_busy', retryAfterMs };
  }

  /** Starts a refresh or joins the queue for one, unless something rules it out for now. */
  async function ensureRefresh(): Promise<void> {
    if (joining) await joining;
    const { tokens } = store;
    if (inFlight || isClosed || store.isGone || tokens.renewalOver !== null) return;
    if (place) {
      if (isRenewalNeeded(tokens, clock.now())) await place.promote();
      return;
    }
    if (store.isLeased()) {
      track(resultOfOther());
      return;
    }
    if (mayBeSent(tokens, clock.now()) && pauseMs(tokens, clock.now()) === 0) await join();
  }

  /** @param isFirst had its turn already, and got no answer that would settle it */
  function join(isFirst = false): Promise<void> {
    joining = takePlace(isFirst).finally(() => {
      joining = undefined;
    });
    return joining;
  }

  async function takePlace(isFirst: boolean): Promise<void> {
    if (isClosed) return;
    const taken = await queue.join({
      generation: store.tokens.generation,
      isWaitedFor: isRenewalNeeded(store.tokens, clock.now()),
      isFirst,
      onTurn: refresh,
      onLost: () => {
        place = undefined;
      },
    });
    if (taken === 'elsewhere') {
      await store.reload();
      if (store.isLeased()) track(resultOfOther());
      return;
    }
    place = taken;
    if (!place) refresh();
    else if (isClosed) leave();
  }

  function refresh(): void {
    place = undefined;
    track(exchange());
  }

  function track(work: Promise<void>): void {
    // Only the store can fail here, and the next call reports that.
    const mine = work
      .catch(() => {})
      .finally(() => {
        if (inFlight === mine) inFlight = undefined;
      });
    inFlight = mine;
  }

  /** Sends the refresh token once, and acts on the answer. */
  async function exchange(): Promise<void> {
    const { generation } = store.tokens;
    const lease = await store.lease();
    if (!lease) return resultOfOther();
    const isDone = store.isGone || store.tokens.generation !== generation;
    // Another process may have had an answer, or none, since the turn was asked for.
    if (isDone || !mayBeSent(store.tokens, clock.now())) return lease.finish();
    if (lease.wasInterrupted && store.tokens.lostAnswers > 0) {
      return lease.finish((tokens) => noteLostAnswer(tokens, 0, clock.now()));
    }
    const { refresh: refreshToken } = store.tokens;
    // Counted before it is sent once more: this process may die just as well.
    const noteInterruption = lease.wasInterrupted
      ? (tokens: SessionTokens) => (tokens.lostAnswers += 1)
      : undefined;
    if (!(await lease.beginSpending(noteInterruption))) return undefined;

    const outcome = await given.refresh(refreshToken);
    const isLimited = outcome.kind === 'busy' && outcome.limited;
    // Once it keeps its place; a session that is always refused this way must not hold up the others.
    const keepsPlace = !wasLimited;
    wasLimited = isLimited;
    const retryMs = 1000 + 1000 * random();
    await lease.finish((tokens) => {
      noteOutcome(tokens, outcome, retryMs);
    });
    if (outcome.kind === 'busy' && outcome.limited) {
      await queue.block(outcome.retryAfterMs);
      await join(keepsPlace);
    } else if (outcome.kind === 'lost' && store.tokens.lostAnswers === 1) {
      await sleep(clock, pauseMs(store.tokens, clock.now()));
      await join(true);
    }
    return undefined;
  }

  /** @param retryMs how soon a first lost answer is asked for again, in milliseconds */
  function noteOutcome(tokens: SessionTokens, outcome: RefreshOutcome, retryMs: number): void {
    const now = clock.now();
    switch (outcome.kind) {
      case 'renewed':
        adoptPair(tokens, outcome.pair, clock, random);
        break;
      case 'refused':
        tokens.renewalOver = 'refused';
        break;
      case 'declined':
        noteDeclined(tokens, outcome.retryAfterMs, now);
        break;
      case 'busy':
        if (outcome.limited) break;
        startPause(
          tokens.askedToWait,
          Math.max(outcome.retryAfterMs, noteFailedRefresh(tokens)),
          now,
        );
        break;
      case 'lost':
        noteLostAnswer(tokens, retryMs, now);
    }
  }

  /** Waits until another process has stored what came of its refresh, or its time is over. */
  async function resultOfOther(): Promise<void> {
    const { generation } = store.tokens;
    while (!store.isGone && store.isLeased() && store.tokens.generation === generation) {
      // oxlint-disable-next-line no-await-in-loop -- looks again until something has changed
      await sleep(clock, lookAgainMs.least + lookAgainMs.spread * random());
      // oxlint-disable-next-line no-await-in-loop -- as above
      await store.reload();
    }
  }

  function leave(): void {
    inBackground(place?.leave());
    place = undefined;
  }

  async function idle(): Promise<void> {
    if (!inFlight) return;
    await inFlight;
    // A lost answer is followed by another refresh.
    await idle();
  }

  return {
    send,
    idle,
    isIdle: () => !inFlight && !joining && !place,
    close() {
      isClosed = true;
      leave();
    },
  };
}

/** Nobody waits for this work. If it fails, the next call does it again. */
function inBackground(work: void | Promise<void>): void {
  void Promise.resolve(work).catch(() => {});
}
