import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';

import { accessLifetimeMs } from './jwt.ts';
import { leftOfPause, limitPause, noPause, startPause, type PauseState } from './pause.ts';
import type { RefreshOutcome } from './refreshCall.ts';

/** Everything known about a session's tokens, as plain data stored with the session and used by the token engine. */
export interface SessionTokens {
  /** Number of the pair, so that a call knows whether it was refused with the current pair. */
  generation: number;
  access: string;
  refresh: string;
  /** When it arrived. Milliseconds since the epoch, like the two below. */
  receivedAt: number;
  /** When to renew it early: after half to nine tenths of its lifetime, so that sessions do not all renew at once. */
  dueAt: number;
  /**
   * The end of its lifetime, which is only a hint: the service's 401 decides. Both count from when the service was
   * called, because its response may have taken a long time.
   */
  overAt: number;
  /** The service answered 401 to the access token. */
  accessRefused: boolean;
  /** What the service's responses have shown about the refresh that brought this pair. */
  verdict: 'none' | 'helped' | 'useless';
  /** How many times the refresh token was sent without a response. */
  lostAnswers: number;
  /**
   * Why there are no more refreshes: the service refused the token with 401, or renewing was useless again after
   * the last back-off. The access token is used until it is refused.
   */
  renewalOver: 'refused' | 'useless' | null;
  /** Consecutive useless refreshes since the service last answered 2xx. */
  uselessRefreshes: number;
  /** Consecutive refreshes, since the last pair, that the service failed to answer. */
  failedRefreshes: number;
  /** The pause after a refresh that did not fix a 401. */
  readonly unhelpful: PauseState;
  /** The pause after a refresh that was declined, failed temporarily, or was lost. */
  readonly askedToWait: PauseState;
}

/** The pauses after one, two and three useless refreshes in a row; after the fourth, the session ends. */
const backOffMs = [60_000, 5 * 60_000, 30 * 60_000] as const;

/**
 * The pauses after consecutive refreshes that the service failed to answer: long enough that five such sessions leave
 * half of the turns to the others, short enough that all sessions recover soon after an outage. Such refreshes do not
 * count against the session.
 */
const failureMs = [10_000, 30_000, 60_000, 120_000] as const;

/** The pause after two lost responses in a row. */
const lostAnswerPauseMs = 60_000;

/**
 * Records a refresh without a readable response: the token may or may not be spent.
 *
 * @param retryMs how soon to retry after a first such refresh, in milliseconds
 */
export function noteLostAnswer(tokens: SessionTokens, retryMs: number, now: number): void {
  tokens.lostAnswers += 1;
  const isFirst = tokens.lostAnswers === 1;
  const pause = isFirst ? retryMs : Math.max(lostAnswerPauseMs, noteFailedRefresh(tokens));
  startPause(tokens.askedToWait, pause, now);
}

/** @returns how long to pause refreshing, in milliseconds, after one more failure */
function noteFailedRefresh(tokens: SessionTokens): number {
  const pause = failureMs[Math.min(tokens.failedRefreshes, failureMs.length - 1)] ?? 0;
  tokens.failedRefreshes += 1;
  return pause;
}

/** A 401 for a token older than this says nothing about the refresh that brought it. */
const freshMs = 60_000;

type Random = () => number;

interface Arrival {
  /** When the service was called to get the pair. */
  readonly askedAt: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** The initial state of a pair from a sign-in. */
export function newTokens(pair: TokenPair, clock: Clock, random: Random): SessionTokens {
  return {
    ...received(pair, { askedAt: clock.now(), clock, random }),
    generation: 1,
    uselessRefreshes: 0,
    failedRefreshes: 0,
    unhelpful: noPause(),
    askedToWait: noPause(),
  };
}

/** Replaces the pair with a new one. The next call shows whether it works. */
function adoptPair(tokens: SessionTokens, pair: TokenPair, given: Arrival) {
  Object.assign(tokens, received(pair, given));
  tokens.generation += 1;
  tokens.failedRefreshes = 0;
}

function received(pair: TokenPair, { askedAt, clock, random }: Arrival) {
  const lifetime = accessLifetimeMs(pair.access_token);
  return {
    access: pair.access_token,
    refresh: pair.refresh_token,
    receivedAt: clock.now(),
    dueAt: askedAt + lifetime * (0.5 + 0.4 * random()),
    overAt: askedAt + lifetime,
    accessRefused: false,
    verdict: 'none' as const,
    lostAnswers: 0,
    renewalOver: null,
  };
}

/** Whether calls need a new access token. */
export function isRenewalNeeded({ accessRefused, overAt }: SessionTokens, now: number): boolean {
  return accessRefused || now >= overAt;
}

/** Whether the service's responses to refreshes so far allow another. */
export function mayBeSent(tokens: SessionTokens, now: number): boolean {
  const { renewalOver, lostAnswers, accessRefused, askedToWait } = tokens;
  if (renewalOver !== null || leftOfPause(askedToWait, now) > 0) return false;
  // A token whose response was lost twice is retried only as a last resort.
  return lostAnswers <= 1 || accessRefused;
}

/** How long to pause refreshing, in milliseconds. */
export function pauseMs({ askedToWait, unhelpful }: SessionTokens, now: number): number {
  return Math.max(leftOfPause(askedToWait, now), leftOfPause(unhelpful, now));
}

/** Whether a 401 is known to have a cause other than the token, such as a wrong customer id. */
export function isUnhelpful({ unhelpful }: SessionTokens, now: number): boolean {
  return leftOfPause(unhelpful, now) > 0;
}

/**
 * Whether a 401 to a call with an unconfirmed customer id means that the id is wrong, not that the token has expired:
 * the pair is far from expiry, and a new pair would be refused too.
 */
export function isAboutCustomerId({ receivedAt, dueAt }: SessionTokens, now: number): boolean {
  // If the clock has been set back since, it says nothing about the token's age.
  return now < dueAt && now > receivedAt - freshMs;
}

/** Whether a 2xx response for the current access token shows anything new. */
export function isAcceptanceNews(tokens: SessionTokens): boolean {
  const { generation, verdict, uselessRefreshes, renewalOver, unhelpful } = tokens;
  return (
    (generation > 1 && verdict === 'none') ||
    uselessRefreshes > 0 ||
    renewalOver === 'useless' ||
    unhelpful.length > backOffMs[0]
  );
}

/** Records a 2xx response for the current access token. */
export function noteAccepted(tokens: SessionTokens): void {
  tokens.verdict = 'helped';
  tokens.uselessRefreshes = 0;
  if (tokens.renewalOver === 'useless') tokens.renewalOver = null;
  limitPause(tokens.unhelpful, backOffMs[0]);
}

/**
 * Records a 401 for the current access token. Right after a refresh, or for a retried call, it means that refreshing
 * does not help; otherwise, that the token has expired.
 */
export function noteRefused(tokens: SessionTokens, now: number, isReplay: boolean): void {
  const { generation, verdict, receivedAt, dueAt, unhelpful } = tokens;
  const isNew = Math.abs(now - receivedAt) < freshMs && now < dueAt;
  if (isNew && generation > 1 && verdict === 'none') {
    tokens.verdict = 'useless';
    startPause(unhelpful, noteUselessRefresh(tokens), now);
  } else if (isReplay) startPause(unhelpful, backOffMs[0], now);
  if (!isUnhelpful(tokens, now)) tokens.accessRefused = true;
}

/** Records that the service refused a refresh with a 4xx other than 401 and 429. */
function noteDeclined(tokens: SessionTokens, retryAfterMs: number, now: number): void {
  startPause(tokens.askedToWait, Math.max(noteUselessRefresh(tokens), retryAfterMs), now);
}

/** @returns how long to pause refreshing, in milliseconds; 0 if there are no more refreshes */
function noteUselessRefresh(tokens: SessionTokens): number {
  const pause = backOffMs[tokens.uselessRefreshes];
  tokens.uselessRefreshes += 1;
  if (pause === undefined) tokens.renewalOver = 'useless';
  return pause ?? 0;
}

/**
 * Records the result of a refresh.
 *
 * @param given.retryMs how soon to retry after a first lost response, in milliseconds
 */
export function noteOutcome(
  tokens: SessionTokens,
  outcome: RefreshOutcome,
  given: Arrival & { readonly retryMs: number },
): void {
  const now = given.clock.now();
  switch (outcome.kind) {
    case 'renewed':
      adoptPair(tokens, outcome.pair, given);
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
      noteLostAnswer(tokens, given.retryMs, now);
  }
}
