import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';

import { accessLifetimeMs } from './jwt.ts';
import { leftOfPause, limitPause, noPause, startPause, type PauseState } from './pause.ts';
import type { RefreshOutcome } from './refreshCall.ts';

/**
 * All that is known of one session's tokens, as plain data: it is kept with the session, and the token
 * engine works on it.
 */
export interface SessionTokens {
  /** Counts the pairs, so that a call knows whether it was refused with the present one. */
  generation: number;
  access: string;
  refresh: string;
  /** When it came. Milliseconds since the epoch, as the two below. */
  receivedAt: number;
  /** When to renew it early: half to nine tenths of its lifetime, so that not all sessions do it at once. */
  dueAt: number;
  /**
   * The end of its lifetime, which is only a hint: the service's 401 is the truth. Both are counted from when the
   * service was asked, since its answer may have been long on its way.
   */
  overAt: number;
  /** The service answered 401 to the access token. */
  accessRefused: boolean;
  /** What the service's answers say of the refresh that brought this pair. */
  verdict: 'none' | 'helped' | 'useless';
  /** How often the refresh token was sent without an answer. */
  lostAnswers: number;
  /**
   * Why there is no further refresh: the service refused the token with 401, or renewing was useless once
   * more after the last back-off. The access token serves until it is refused.
   */
  renewalOver: 'refused' | 'useless' | null;
  /** Refreshes in a row that were useless, since the service last answered 2xx. */
  uselessRefreshes: number;
  /** Refreshes in a row that the service failed to answer, since the last pair. */
  failedRefreshes: number;
  /** After a refresh that did not help against a 401. */
  readonly unhelpful: PauseState;
  /** After a refresh that was declined, could not be answered for the moment, or was lost. */
  readonly askedToWait: PauseState;
}

/** After one, two and three useless refreshes in a row; after one more the session ends. */
const backOffMs = [60_000, 5 * 60_000, 30 * 60_000] as const;

/**
 * After refreshes in a row that the service failed to answer: long enough that five such sessions leave
 * half of the turns to the others, short enough that everybody is back soon after an outage. They are not
 * counted against the session.
 */
const failureMs = [10_000, 30_000, 60_000, 120_000] as const;

/** After two lost answers in a row. */
const lostAnswerPauseMs = 60_000;

/**
 * Notes a refresh without an answer that can be read: the token may be spent, or not.
 *
 * @param retryMs how soon it is tried once more, in milliseconds, when it is the first one
 */
export function noteLostAnswer(tokens: SessionTokens, retryMs: number, now: number): void {
  tokens.lostAnswers += 1;
  const isFirst = tokens.lostAnswers === 1;
  const pause = isFirst ? retryMs : Math.max(lostAnswerPauseMs, noteFailedRefresh(tokens));
  startPause(tokens.askedToWait, pause, now);
}

/** @returns how long to leave refreshing alone, in milliseconds, after one more that failed */
function noteFailedRefresh(tokens: SessionTokens): number {
  const pause = failureMs[Math.min(tokens.failedRefreshes, failureMs.length - 1)] ?? 0;
  tokens.failedRefreshes += 1;
  return pause;
}

/** A 401 on a token older than this says nothing about the refresh that brought it. */
const freshMs = 60_000;

type Random = () => number;

interface Arrival {
  /** When the service was asked for the pair. */
  readonly askedAt: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** What is known of a pair from a sign-in. */
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

/** Replaces the pair by the one that a refresh brought. The next call shows whether it works. */
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

/** Whether calls need another access token. */
export function isRenewalNeeded({ accessRefused, overAt }: SessionTokens, now: number): boolean {
  return accessRefused || now >= overAt;
}

/** Whether the service's answers to refreshes so far allow another one. */
export function mayBeSent(tokens: SessionTokens, now: number): boolean {
  const { renewalOver, lostAnswers, accessRefused, askedToWait } = tokens;
  if (renewalOver !== null || leftOfPause(askedToWait, now) > 0) return false;
  // A token whose answer was lost twice is tried again only when nothing else is left.
  return lostAnswers <= 1 || accessRefused;
}

/** How long refreshing has to be left alone, in milliseconds. */
export function pauseMs({ askedToWait, unhelpful }: SessionTokens, now: number): number {
  return Math.max(leftOfPause(askedToWait, now), leftOfPause(unhelpful, now));
}

/** Whether a 401 is known to be about something else than the token, as with a wrong customer id. */
export function isUnhelpful({ unhelpful }: SessionTokens, now: number): boolean {
  return leftOfPause(unhelpful, now) > 0;
}

/**
 * Whether a 401 to a call with an unconfirmed customer id says that the id is wrong, and not that the token is over: the
 * pair is far from its end, and another one would be refused just as well.
 */
export function isAboutCustomerId({ receivedAt, dueAt }: SessionTokens, now: number): boolean {
  // A clock that was set back since says nothing of the token's age.
  return now < dueAt && now > receivedAt - freshMs;
}

/** Whether an answer 2xx to the present access token says anything that is not known yet. */
export function isAcceptanceNews(tokens: SessionTokens): boolean {
  const { generation, verdict, uselessRefreshes, renewalOver, unhelpful } = tokens;
  return (
    (generation > 1 && verdict === 'none') ||
    uselessRefreshes > 0 ||
    renewalOver === 'useless' ||
    unhelpful.length > backOffMs[0]
  );
}

/** Notes that the service answered 2xx to the present access token. */
export function noteAccepted(tokens: SessionTokens): void {
  tokens.verdict = 'helped';
  tokens.uselessRefreshes = 0;
  if (tokens.renewalOver === 'useless') tokens.renewalOver = null;
  limitPause(tokens.unhelpful, backOffMs[0]);
}

/**
 * Notes that the service answered 401 to the present access token. Right after a refresh, or on a call
 * that was sent again, this means that refreshing does not help; else, that the token is over.
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

/** Notes that the service refused a refresh with another 4xx than 401 and 429. */
function noteDeclined(tokens: SessionTokens, retryAfterMs: number, now: number): void {
  startPause(tokens.askedToWait, Math.max(noteUselessRefresh(tokens), retryAfterMs), now);
}

/** @returns how long to leave refreshing alone, in milliseconds; 0 when there is no further one */
function noteUselessRefresh(tokens: SessionTokens): number {
  const pause = backOffMs[tokens.uselessRefreshes];
  tokens.uselessRefreshes += 1;
  if (pause === undefined) tokens.renewalOver = 'useless';
  return pause ?? 0;
}

/**
 * Notes what came of a refresh.
 *
 * @param given.retryMs how soon a first lost answer is asked for again, in milliseconds
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
