import { type Clock, sleep } from '#lib/clock.ts';

import { createPatience, type Patience } from './patience.ts';
import { startPause } from './pause.ts';
import type { RefreshCall } from './refreshCall.ts';
import type { QueuePlace, RefreshQueue } from './refreshQueue.ts';
import {
  adoptPair,
  isRenewalNeeded,
  isUnhelpful,
  noteAccepted,
  noteDeclined,
  noteRefused,
  pauseMs,
  type SessionTokens,
} from './sessionTokens.ts';

/** How one call to the service ended. */
export type SendOutcome =
  /** The service's answer, whatever its status; a 401 here does not mean that the session is over. */
  | { readonly kind: 'answered'; readonly response: Response }
  /**
   * Sign in again: the access token was refused, and the service refuses to renew it, or renewing it was
   * useless again and again. What was to be sent was not done.
   */
  | { readonly kind: 'session_ended'; readonly wasUseless: boolean }
  /** The access token was refused and cannot be renewed yet. What was to be sent was not done. */
  | {
      readonly kind: 'refresh_busy';
      readonly retryAfterMs: number;
      /** Sessions whose turn comes before; absent where this one stands in no queue. */
      readonly ahead?: number;
    };

/** How long a call waits for a refresh that was sent, in milliseconds and in all. */
export const renewalWaitMs = { read: 30_000, write: 10_000 } as const;

interface SendOptions {
  /** How long to wait for refreshes; that of a read when left out. */
  readonly patienceMs?: number;
  /** Ends the caller's waiting, and no refresh. */
  readonly signal?: AbortSignal | undefined;
}

export interface TokenEngine {
  /**
   * Sends one call with the session's access token, renewing the token as needed. `request` is
   * called at most twice, the second time only after a 401; what it rejects with is passed on.
   */
  send(
    request: (accessToken: string) => Promise<Response>,
    options?: SendOptions,
  ): Promise<SendOutcome>;
  /** Settles when no refresh is under way, so that a stopping process loses no single-use token. */
  idle(): Promise<void>;
  /** The session is over: it leaves the queue, and what still waits is told so. */
  close(): void;
}

/** After two lost answers in a row. */
const lostAnswerPauseMs = 60_000;
/** When to ask again for what comes of a refresh that takes its time. */
const slowRefreshMs = 5_000;
/** No caller is told to wait for longer. */
const longestRetryAfterMs = 20 * 60_000;

/**
 * Keeps one token pair usable (API document 5) and ends the session only when the service has
 * refused a refresh and the access token. A session that needs a refresh is in one of three states:
 *
 * - it stands in the queue: callers are told their place at once, and the turn comes without them
 * - its refresh is in flight: callers wait for the result, and no caller can abort it, since its answer
 *   holds the only copy of a single-use token
 * - it has to leave the service alone for a while, and takes a place when it is needed after that
 *
 * @param given.random 0 (included) to 1 (excluded); spreads refreshes of many sessions over time
 */
export function createTokenEngine(given: {
  readonly tokens: SessionTokens;
  readonly refresh: RefreshCall;
  readonly clock: Clock;
  readonly random: () => number;
  readonly queue: RefreshQueue;
}): TokenEngine {
  const { tokens, clock, random, queue } = given;
  let place: QueuePlace | undefined;
  let inFlight: Promise<void> | undefined;
  /** The service counted the last refresh as one too many. */
  let wasLimited = false;
  let isClosed = false;

  async function send(
    request: (accessToken: string) => Promise<Response>,
    { patienceMs = renewalWaitMs.read, signal }: SendOptions = {},
  ): Promise<SendOutcome> {
    const patience = createPatience(clock, patienceMs, signal);
    for (let isReplay = false; ; isReplay = true) {
      // oxlint-disable-next-line no-await-in-loop -- the replay needs the renewed token
      const obstacle = await prepare(patience);
      if (obstacle) return obstacle;

      const { access, generation } = tokens;
      // oxlint-disable-next-line no-await-in-loop -- at most one replay, after the answer
      const response = await request(access);
      const isCurrent = generation === tokens.generation;
      if (isCurrent && response.ok) noteAccepted(tokens);
      if (response.status !== 401) return { kind: 'answered', response };

      if (isCurrent) {
        noteRefused(tokens, clock.now(), isReplay);
        if (isUnhelpful(tokens, clock.now())) return { kind: 'answered', response };
      }
      const endsSession = tokens.accessRefused && tokens.renewalOver !== null;
      if (isReplay && !endsSession) return { kind: 'answered', response };
      void response.body?.cancel().catch(() => {});
    }
  }

  /** Sees to a token that is worth sending; returns why there is none. */
  async function prepare(patience: Patience): Promise<SendOutcome | undefined> {
    if (!isRenewalNeeded(tokens, clock.now())) {
      if (clock.now() >= tokens.dueAt) seek();
      return undefined;
    }
    seek();
    if (inFlight) await patience.waitFor(idle());
    // Past its lifetime the token is still tried: the clock may be wrong.
    if (!tokens.accessRefused) return undefined;
    if (isClosed || tokens.renewalOver !== null) {
      return { kind: 'session_ended', wasUseless: tokens.renewalOver === 'useless' };
    }
    return busy();
  }

  function busy(): SendOutcome {
    if (place) {
      return { kind: 'refresh_busy', ahead: place.ahead(), retryAfterMs: place.retryAfterMs() };
    }
    if (inFlight) return { kind: 'refresh_busy', ahead: 0, retryAfterMs: slowRefreshMs };
    const retryAfterMs = Math.min(
      Math.max(pauseMs(tokens, clock.now()), 1000),
      longestRetryAfterMs,
    );
    return { kind: 'refresh_busy', retryAfterMs };
  }

  /** Sees to a refresh, unless something stands against one. */
  function seek(): void {
    if (inFlight || isClosed || tokens.renewalOver !== null) return;
    if (place) {
      if (isRenewalNeeded(tokens, clock.now())) place.promote();
      return;
    }
    // A token whose answer was lost twice is tried again only when nothing else is left.
    if (tokens.lostAnswers > 1 && !tokens.accessRefused) return;
    if (pauseMs(tokens, clock.now()) === 0) join();
  }

  /** @param isFirst had its turn already, and got no answer that would settle it */
  function join(isFirst = false): void {
    if (isClosed) return;
    place = queue.join({
      isWaitedFor: isRenewalNeeded(tokens, clock.now()),
      isFirst,
      onTurn: refresh,
    });
    if (!place) refresh();
  }

  function refresh(): void {
    place = undefined;
    const mine = exchange().finally(() => {
      if (inFlight === mine) inFlight = undefined;
    });
    inFlight = mine;
  }

  /** Sends the refresh token once, and sees to what its answer asks for. */
  async function exchange(): Promise<void> {
    const outcome = await given.refresh(tokens.refresh);
    const isLimited = outcome.kind === 'busy' && outcome.limited;
    // Once it keeps its place; a session that is always refused this way must not hold up the others.
    const keepsPlace = !wasLimited;
    wasLimited = isLimited;
    let pause = 0;
    switch (outcome.kind) {
      case 'renewed':
        adoptPair(tokens, outcome.pair, clock, random);
        break;
      case 'refused':
        tokens.renewalOver = 'refused';
        break;
      case 'declined':
        noteDeclined(tokens, outcome.retryAfterMs, clock.now());
        break;
      case 'busy':
        if (outcome.limited) {
          queue.block(outcome.retryAfterMs);
          join(keepsPlace);
        } else pause = outcome.retryAfterMs;
        break;
      case 'lost':
        tokens.lostAnswers += 1;
        if (tokens.lostAnswers === 1) {
          await sleep(clock, 1000 + 1000 * random());
          join(true);
        } else pause = lostAnswerPauseMs;
    }
    startPause(tokens.askedToWait, pause, clock.now());
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
    close() {
      isClosed = true;
      place?.leave();
      place = undefined;
    },
  };
}
