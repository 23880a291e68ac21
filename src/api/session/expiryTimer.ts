import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Clock } from '#lib/clock.ts';
import { createListeners } from '#lib/listeners.ts';

import { ApiError, orApiError } from '../errors.ts';
import type { Session } from './session.ts';

/** A session end that is close enough to warn about. */
export interface SessionExpiry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** False if the session has reached its maximum length, which activity does not extend. */
  readonly canStay: boolean;
}

/** Enough time to notice and react; WCAG 2.2.1 requires 20 s. */
const warnMs = 120_000;
/** How long to wait after a check without a response. */
const recheckMs = 15_000;

/**
 * Tracks when the session is about to expire. All tabs of a browser share and extend one session.
 *
 * @param given.onEnded called when the session has expired
 */
export function createExpiryTimer(given: {
  readonly session: Pick<Session, 'read'>;
  readonly clock: Clock;
  readonly onEnded: () => void;
}) {
  const { session, clock } = given;
  const listeners = createListeners();
  let expiry: SessionExpiry | undefined;
  let checkAt = Infinity;
  let cancel = () => {};
  let isStopped = false;

  function show(next: SessionExpiry | undefined) {
    expiry = next;
    listeners.notify();
  }

  function checkIn(ms: number) {
    cancel();
    checkAt = clock.now() + ms;
    cancel = clock.after(ms, () => void read(true));
  }

  function begin({ endsIn }: SessionInfo) {
    if (!endsIn) {
      cancel();
      return;
    }
    const { unused, atTheLatest } = endsIn;
    if (unused > warnMs) {
      if (expiry) show(undefined);
      checkIn(unused - warnMs);
    } else {
      show({ at: clock.now() + unused, canStay: atTheLatest > unused });
      checkIn(unused);
    }
  }

  /** @returns the error if the result is unknown */
  async function read(background: boolean): Promise<ApiError | undefined> {
    const found = await orApiError(session.read({ background }));
    // The page may have closed before the response arrived.
    if (isStopped) return undefined;
    if (found instanceof ApiError) {
      // A failed check does not mean that the session has ended.
      checkIn(recheckMs);
      return found;
    }
    if (found) begin(found);
    else {
      cancel();
      show(undefined);
      given.onEnded();
    }
    return undefined;
  }

  return {
    /** Undefined while there is enough time. */
    expiry: () => expiry,
    subscribe: listeners.subscribe,
    /** @param info the session in the latest response */
    begin(info: SessionInfo) {
      isStopped = false;
      begin(info);
    },
    /** Whether to check now, because timers may not have fired, for example while the computer slept. */
    isDue: () => expiry !== undefined || clock.now() >= checkAt,
    /** Requests the session's expiry, without extending it. */
    async check() {
      await read(true);
    },
    /**
     * Extends the session.
     *
     * @throws {ApiError} if it is unknown whether it was extended
     */
    async stay() {
      const failure = await read(false);
      if (failure) throw failure;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
