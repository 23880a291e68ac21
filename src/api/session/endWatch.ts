import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Clock } from '#lib/clock.ts';

import { ApiError } from '../errors.ts';
import type { Session } from './session.ts';

/** The session is about to end by itself. */
export interface ComingEnd {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** False where the session has reached its greatest age, which no use prolongs. */
  readonly canStay: boolean;
}

/** Knows when the session, which all tabs of a browser use and prolong, is about to end. */
export interface EndWatch {
  /** @returns undefined while there is time */
  comingEnd(): ComingEnd | undefined;
  subscribe(listener: () => void): () => void;
  /** @param info as the session just said it */
  begin(info: SessionInfo): void;
  /** Whether something may have happened that no timer told of, as after a machine's sleep. */
  isDue(): boolean;
  /** Asks how the session stands, without counting as use. */
  check(): Promise<void>;
  /**
   * Counts as use, and so prolongs the session.
   *
   * @throws {ApiError} where it is not known whether it did
   */
  stay(): Promise<void>;
  stop(): void;
}

/** Enough to notice and to act (WCAG 2.2.1 asks for 20 s). */
const warnMs = 120_000;
/** After a question that had no answer. */
const askAgainMs = 15_000;

/** @param given.onEnded called when the session turns out to be over */
export function createEndWatch(given: {
  readonly session: Pick<Session, 'read'>;
  readonly clock: Clock;
  readonly onEnded: () => void;
}): EndWatch {
  const { session, clock } = given;
  const listeners = new Set<() => void>();
  let coming: ComingEnd | undefined;
  let askAt = Infinity;
  let cancel = () => {};
  let isStopped = false;

  function show(next: ComingEnd | undefined) {
    coming = next;
    for (const listener of listeners) listener();
  }

  function askIn(ms: number) {
    cancel();
    askAt = clock.now() + ms;
    cancel = clock.after(ms, () => void ask(true));
  }

  function begin({ endsIn }: SessionInfo) {
    if (!endsIn) {
      cancel();
      return;
    }
    const { unused, atTheLatest } = endsIn;
    if (unused > warnMs) {
      if (coming) show(undefined);
      askIn(unused - warnMs);
    } else {
      show({ at: clock.now() + unused, canStay: atTheLatest > unused });
      askIn(unused);
    }
  }

  /** @returns why the answer is not known */
  async function ask(background: boolean): Promise<ApiError | undefined> {
    const found = await session.read({ background }).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    // Whoever watched may have gone before the answer came.
    if (isStopped) return undefined;
    if (found instanceof ApiError) {
      // Not knowing is no reason to end anything.
      askIn(askAgainMs);
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
    comingEnd: () => coming,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(info) {
      isStopped = false;
      begin(info);
    },
    isDue: () => coming !== undefined || clock.now() >= askAt,
    async check() {
      await ask(true);
    },
    async stay() {
      const failure = await ask(false);
      if (failure) throw failure;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
