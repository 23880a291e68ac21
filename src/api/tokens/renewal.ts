import { type Clock, sleep } from '#lib/clock.ts';

import type { RefreshCall } from './refreshCall.ts';
import type { QueuePlace, RefreshQueue } from './refreshQueue.ts';
import {
  isRenewalNeeded,
  mayBeSent,
  noteLostAnswer,
  noteOutcome,
  pauseMs,
  type SessionTokens,
} from './sessionTokens.ts';
import type { TokenRecord } from './tokenRecord.ts';

/** How often to check whether another process has finished its refresh. */
const lookAgainMs = { least: 50, spread: 200 };

/**
 * Gets a session its next token pair, once for all of its callers that need it.
 *
 * A refresh is one call to the service. A renewal is what a session and its callers wait for: a new pair, however
 * many refreshes it takes. A session that needs a renewal is in one of three states:
 *
 * - it is in the queue: callers get its place immediately, and its turn comes even if none of them is waiting
 * - its refresh is in flight, here or in another process: callers wait for the result, and no caller can abort it,
 *   because the response is the only copy of a single-use token
 * - it is backing off, and joins the queue when a call needs a renewal after that
 *
 * @param given.random 0 (included) to 1 (excluded); spreads refreshes of many sessions over time
 */
export function createRenewal(given: {
  readonly store: TokenRecord;
  readonly refresh: RefreshCall;
  readonly clock: Clock;
  readonly random: () => number;
  readonly queue: RefreshQueue;
}) {
  const { store, clock, random, queue } = given;
  let place: QueuePlace | undefined;
  let joining: Promise<void> | undefined;
  let inFlight: Promise<void> | undefined;
  /** The service rejected the last refresh as over the limit. */
  let wasLimited = false;
  let isClosed = false;

  /** Starts a refresh or joins the queue, unless a refresh is ruled out for now. */
  async function ensure(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop, no-unmodified-loop-condition -- another call may have joined meanwhile
    while (joining) await joining;
    const { tokens } = store;
    // Another process may have stored a new pair.
    if (!tokens.accessRefused && clock.now() < tokens.dueAt) return;
    if (inFlight || isClosed || store.isGone || tokens.renewalOver !== null) return;
    if (place) {
      if (isRenewalNeeded(tokens, clock.now())) await join();
      return;
    }
    if (store.isLeased()) {
      track(resultOfOther());
      return;
    }
    if (mayBeSent(tokens, clock.now()) && pauseMs(tokens, clock.now()) === 0) await join();
  }

  /** @param isFirst whether the session has already had its turn, without getting a usable response */
  function join(isFirst = false): Promise<void> {
    joining = takePlace(isFirst).finally(() => {
      joining = undefined;
    });
    return joining;
  }

  async function takePlace(isFirst: boolean): Promise<void> {
    if (isClosed || place) return place?.promote();
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

  /** Sends the refresh token once and handles the response. */
  async function exchange(): Promise<void> {
    const { generation } = store.tokens;
    const lease = await store.lease();
    if (!lease) return resultOfOther();
    const isDone = store.isGone || store.tokens.generation !== generation;
    // Another process may have received or lost a response since the turn was requested.
    if (isDone || !mayBeSent(store.tokens, clock.now())) return lease.finish();
    if (lease.wasInterrupted && store.tokens.lostAnswers > 0) {
      return lease.finish((tokens) => noteLostAnswer(tokens, 0, clock.now()));
    }
    const { refresh: refreshToken } = store.tokens;
    // The lost response is counted before the token is resent, because this process may die too.
    const noteInterruption = lease.wasInterrupted
      ? (tokens: SessionTokens) => (tokens.lostAnswers += 1)
      : undefined;
    if (!(await lease.beginSpending(noteInterruption))) return undefined;

    const askedAt = clock.now();
    const outcome = await given.refresh(refreshToken);
    const isLimited = outcome.kind === 'busy' && outcome.limited;
    // The place is kept only once, so that a session that is always refused cannot hold up the others.
    const keepsPlace = !wasLimited;
    wasLimited = isLimited;
    const retryMs = 1000 + 1000 * random();
    await lease.finish((tokens) =>
      noteOutcome(tokens, outcome, { askedAt, retryMs, clock, random }),
    );
    if (outcome.kind === 'busy' && outcome.limited) {
      await queue.block(outcome.retryAfterMs);
      await join(keepsPlace);
    } else if (outcome.kind === 'lost' && store.tokens.lostAnswers === 1) {
      await sleep(clock, pauseMs(store.tokens, clock.now()));
      await join(true);
    }
    return undefined;
  }

  /** Waits until another process has stored the result of its refresh, or its time is up. */
  async function resultOfOther(): Promise<void> {
    const { generation } = store.tokens;
    while (!store.isGone && store.isLeased() && store.tokens.generation === generation) {
      // oxlint-disable-next-line no-await-in-loop -- checks again until something has changed
      await sleep(clock, lookAgainMs.least + lookAgainMs.spread * random());
      // oxlint-disable-next-line no-await-in-loop -- as above
      await store.reload();
    }
  }

  function leave(): void {
    inBackground(place?.leave());
    place = undefined;
  }

  /** Settles when no refresh is in flight or may be granted, so that a stopping process loses no single-use token. */
  async function idle(): Promise<void> {
    const work = joining ?? inFlight;
    if (!work) return;
    await work.catch(() => {});
    // A lost response is followed by another refresh.
    await idle();
  }

  return {
    ensure,
    /** Whether a refresh was sent, here or by another process, and has no result yet. */
    isInFlight: () => inFlight !== undefined,
    /** The session's place in the queue; undefined if it has none. */
    standing: () => place?.standing(),
    idle,
    /** Whether nothing is in flight and the session has no place in the queue. */
    isIdle: () => !inFlight && !joining && !place,
    /** The session has ended: it leaves the queue. */
    close() {
      isClosed = true;
      leave();
    },
    isClosed: () => isClosed,
  };
}

/** Nobody awaits this work. If it fails, the next call retries it. */
export function inBackground(work: void | Promise<void>): void {
  void Promise.resolve(work).catch(() => {});
}
