import type { Clock } from '#lib/clock.ts';

import { createPause } from './pause.ts';
import { inWindow, turnInMs } from './refreshWindow.ts';

/**
 * For waits up to this long, callers get the exact time to retry. Others ask about once a minute, with 30 s of jitter,
 * to see how far they have moved up.
 */
const exactUpToMs = 75_000;
const comeBackMs = { least: 45_000, spread: 31 };

/** A place in the queue, as reported to callers. */
export interface Standing {
  /** Number of sessions ahead. */
  readonly ahead: number;
  /** When to ask again, in milliseconds from now. */
  readonly retryAfterMs: number;
}

/** A place in the queue, kept until its turn comes, even if no caller is waiting for it. */
export interface QueuePlace {
  standing(): Standing | Promise<Standing>;
  /** A caller now waits: the place moves up, behind the sessions that already have waiting callers. */
  promote(): void | Promise<void>;
  /** Gives up the place. */
  leave(): void | Promise<void>;
}

/** A request for a turn, which allows one refresh. */
export interface QueueRequest {
  /** Generation of the token pair to refresh; not needed within one process. */
  readonly generation?: number;
  readonly isWaitedFor: boolean;
  /** Set if the session had its turn but got no response: it goes to the front. */
  readonly isFirst?: boolean;
  /** Called once it is the session's turn, if it had to wait; the refresh must then be sent immediately. */
  readonly onTurn: () => void;
  /** Called when the place is lost because another process refreshes the same session. */
  readonly onLost?: () => void;
}

export type JoinResult = QueuePlace | undefined | 'elsewhere';

/**
 * Decides which session may send a refresh, and when: five in 60 s [API document 8.3]. The service counts them per
 * client address, so all sessions behind one address share one queue, whichever process they are in.
 */
export interface RefreshQueue {
  /** @returns undefined if it is the session's turn, `elsewhere` if another process is or was refreshing */
  join(request: QueueRequest): JoinResult | Promise<JoinResult>;
  /** The service wants no refreshes from this client address for `ms` milliseconds. */
  block(ms: number): void | Promise<void>;
}

/** When a caller at this place should ask again, in milliseconds. */
export function comeBackIn(waitMs: number, ahead: number): number {
  if (waitMs <= exactUpToMs) return Math.max(1000, waitMs);
  return comeBackMs.least + 1000 * (ahead % comeBackMs.spread);
}

/** The turns of a process that has one session, which therefore has nobody ahead of it. */
export function createOwnTurns(clock: Clock) {
  /** When the refreshes of the current window were sent, in milliseconds since the epoch. */
  let turnsAt: readonly number[] = [];
  /** A pause during which the service wants no refreshes from this client address. */
  const blocked = createPause(clock);

  function waitMs(): number {
    const now = clock.now();
    turnsAt = inWindow(turnsAt, now);
    return turnInMs({ sentAt: turnsAt, earliest: now + blocked.remainingMs(), now }, 0);
  }

  /** @returns whether a turn is free now; it is then taken */
  function take(): boolean {
    const isFree = waitMs() === 0;
    if (isFree) turnsAt = [...turnsAt, clock.now()];
    return isFree;
  }

  return {
    join({ onTurn }: QueueRequest) {
      if (take()) return undefined;
      let leave = () => {};
      const wait = () => {
        // The wait may have become longer by then.
        leave = clock.after(waitMs(), () => (take() ? onTurn() : wait()));
      };
      wait();
      return {
        standing: () => ({ ahead: 0, retryAfterMs: comeBackIn(waitMs(), 0) }),
        promote() {},
        leave: () => leave(),
      };
    },
    block: blocked.start,
  } satisfies RefreshQueue;
}
