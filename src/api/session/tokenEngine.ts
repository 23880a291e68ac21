import type { TokenPair } from '#contract/tokenPair.ts';
import { type Clock, sleep } from '#lib/clock.ts';

import { accessLifetimeMs } from './jwt.ts';
import { createPause } from './pause.ts';
import type { RefreshBudget } from './refreshBudget.ts';
import type { RefreshCall } from './refreshCall.ts';

/** How one call to the service ended. */
export type SendOutcome =
  /** The service's answer, whatever its status; a 401 here does not mean that the session is over. */
  | { readonly kind: 'answered'; readonly response: Response }
  /** Sign in again: the access token was refused and the service refuses to renew it. */
  | { readonly kind: 'session_ended' }
  /** The access token was refused and cannot be renewed yet. */
  | { readonly kind: 'refresh_busy'; readonly retryAfterMs: number };

export interface TokenEngine {
  /**
   * Sends one call with the session's access token, renewing the token as needed. `request` is
   * called at most twice, the second time only after a 401; what it rejects with is passed on.
   */
  send(request: (accessToken: string) => Promise<Response>): Promise<SendOutcome>;
  /** Settles when no refresh is under way, so that a stopping process loses no single-use token. */
  idle(): Promise<void>;
}

/** The refresh was not tried or not answered; `ms` says when to try again. */
type RenewResult = 'renewed' | 'refused' | { readonly busyMs: number };

/** T6b: how long a 401 on a token fresh from a refresh is believed to be about something else. */
const unhelpfulRefreshPauseMs = 60_000;
/** After two lost answers in a row. */
const lostAnswerPauseMs = 60_000;

/**
 * Keeps one token pair usable (API document 5) and ends the session only when the service has
 * refused a refresh and the access token. One refresh is under way at a time, and whoever needs
 * its result waits for it; no caller can abort it, since its answer holds the only copy of a
 * single-use token.
 *
 * The pair's lifetime counts from its receipt and is only a hint: the service's 401 is the truth.
 *
 * @param given.random 0 (included) to 1 (excluded); spreads refreshes of many sessions over time
 */
export function createTokenEngine(given: {
  readonly pair: TokenPair;
  readonly refresh: RefreshCall;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: RefreshBudget;
}): TokenEngine {
  const { clock, random, budget } = given;
  /** After the service asked to wait, or did not answer. */
  const askedToWait = createPause(clock);
  /** After a refresh that did not help against a 401. */
  const unhelpful = createPause(clock);

  let tokens = receive(given.pair, 1);
  let renewing: Promise<RenewResult> | undefined;

  function receive(pair: TokenPair, generation: number) {
    const lifetime = accessLifetimeMs(pair.access_token);
    const now = clock.now();
    return {
      generation,
      access: pair.access_token,
      refresh: pair.refresh_token,
      /** Half to nine tenths of the lifetime, so that sessions of one minute do not refresh in one. */
      dueAt: now + lifetime * (0.5 + 0.4 * random()),
      overAt: now + lifetime,
      /** The service answered 401 to the access token. */
      accessRefused: false,
      /** The service answered 401 to the refresh token. */
      refreshRefused: false,
      /** How often the refresh token was sent without an answer. */
      lostAnswers: 0,
    };
  }

  async function send(request: (accessToken: string) => Promise<Response>): Promise<SendOutcome> {
    for (let isReplay = false; ; isReplay = true) {
      // oxlint-disable-next-line no-await-in-loop -- the replay needs the renewed token
      const obstacle = await prepare();
      if (obstacle) return obstacle;

      const { access, generation } = tokens;
      // oxlint-disable-next-line no-await-in-loop -- at most one replay, after the answer
      const response = await request(access);
      if (response.status !== 401) return { kind: 'answered', response };

      const isCurrent = generation === tokens.generation;
      if (isReplay) {
        if (isCurrent) unhelpful.start(unhelpfulRefreshPauseMs);
        return { kind: 'answered', response };
      }
      if (isCurrent) {
        if (unhelpful.remainingMs() > 0) return { kind: 'answered', response };
        tokens.accessRefused = true;
      }
      void response.body?.cancel().catch(() => {});
    }
  }

  /** Sees to a token that is worth sending; returns why there is none. */
  async function prepare(): Promise<SendOutcome | undefined> {
    if (tokens.accessRefused) {
      const result = await renew();
      // Another call's refresh may have brought a newer pair meanwhile.
      if (result === 'renewed' || !tokens.accessRefused) return undefined;
      if (result === 'refused') return { kind: 'session_ended' };
      return { kind: 'refresh_busy', retryAfterMs: result.busyMs };
    }
    if (clock.now() >= tokens.overAt) await renew();
    else if (clock.now() >= tokens.dueAt) void renew();
    return undefined;
  }

  function renew(): Promise<RenewResult> {
    renewing ??= attempt().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function attempt(): Promise<RenewResult> {
    if (tokens.refreshRefused) return 'refused';
    // A token whose answer was lost twice is tried again only when nothing else is left.
    if (tokens.lostAnswers > 1 && !tokens.accessRefused) return { busyMs: lostAnswerPauseMs };

    const wait = Math.max(askedToWait.remainingMs(), unhelpful.remainingMs());
    if (wait > 0) return { busyMs: wait };
    const result = await exchange();
    if (result !== 'lost') return result;

    if (tokens.lostAnswers === 1) {
      await sleep(clock, 1000 + 1000 * random());
      const second = await exchange();
      if (second !== 'lost') return second;
    }
    askedToWait.start(lostAnswerPauseMs);
    return { busyMs: lostAnswerPauseMs };
  }

  /** Sends the refresh token once. */
  async function exchange(): Promise<RenewResult | 'lost'> {
    const budgetWait = budget.take();
    if (budgetWait > 0) return { busyMs: budgetWait };

    const outcome = await given.refresh(tokens.refresh);
    switch (outcome.kind) {
      case 'renewed':
        tokens = receive(outcome.pair, tokens.generation + 1);
        return 'renewed';
      case 'refused':
        tokens.refreshRefused = true;
        return 'refused';
      case 'busy':
        askedToWait.start(outcome.retryAfterMs);
        if (outcome.limited) budget.block(outcome.retryAfterMs);
        return { busyMs: outcome.retryAfterMs };
      case 'lost':
        tokens.lostAnswers += 1;
        return 'lost';
    }
  }

  return {
    send,
    async idle() {
      await renewing;
    },
  };
}
