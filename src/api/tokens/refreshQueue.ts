import type { Clock } from '#lib/clock.ts';

import { createPause, noPause, type PauseState } from './pause.ts';
import { inWindow, turnInMs } from './refreshWindow.ts';

/**
 * For waits up to this long, callers get the exact time to retry. Others ask about once a minute, with 30 s of jitter,
 * to see how far they have moved up.
 */
const exactUpToMs = 75_000;
const comeBackMs = { least: 45_000, spread: 31 };

/** The entire state of a queue, as plain data, so that it can be stored elsewhere. */
export interface RefreshQueueState {
  /** Sessions with a waiting caller, first come, first served; each needs one refresh. */
  readonly waitedFor: number[];
  /** Sessions that refresh early; they come after all waiting sessions. */
  readonly early: number[];
  lastNumber: number;
  /** When the refreshes of the current window were sent, in milliseconds since the epoch. */
  turnsAt: number[];
  /** A pause during which the service wants no refreshes from this client address. */
  readonly blocked: PauseState;
}

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

/** The queue of one process, which answers immediately. */
export type LocalRefreshQueue = ReturnType<typeof createRefreshQueue>;
export type LocalQueuePlace = NonNullable<ReturnType<LocalRefreshQueue['join']>>;

/** When a caller at this place should ask again, in milliseconds. */
export function comeBackIn(waitMs: number, ahead: number): number {
  if (waitMs <= exactUpToMs) return Math.max(1000, waitMs);
  return comeBackMs.least + 1000 * (ahead % comeBackMs.spread);
}

export function emptyQueue(): RefreshQueueState {
  return { waitedFor: [], early: [], lastNumber: 0, turnsAt: [], blocked: noPause() };
}

export function createRefreshQueue(clock: Clock, state = emptyQueue()) {
  const blocked = createPause(clock, state.blocked);
  const onTurn = new Map<number, () => void>();
  let cancelTimer = () => {};
  let isStopped = false;

  const length = () => state.waitedFor.length + state.early.length;

  /** Milliseconds until it is the turn of a place with this many others ahead. */
  function waitMs(ahead: number): number {
    const now = clock.now();
    state.turnsAt = [...inWindow(state.turnsAt, now)];
    const earliest = now + blocked.remainingMs();
    return turnInMs({ sentAt: state.turnsAt, earliest, now }, ahead);
  }

  /** Grants all turns that are due. */
  function serve() {
    while (length() > 0 && waitMs(0) === 0) {
      const number = state.waitedFor.shift() ?? state.early.shift() ?? 0;
      state.turnsAt.push(clock.now());
      const begin = onTurn.get(number);
      onTurn.delete(number);
      begin?.();
    }
    setTimer();
  }

  function setTimer() {
    cancelTimer();
    if (!isStopped && length() > 0) cancelTimer = clock.after(waitMs(0), serve);
  }

  function remove(number: number) {
    for (const places of [state.waitedFor, state.early]) {
      const index = places.indexOf(number);
      if (index !== -1) places.splice(index, 1);
    }
  }

  function before(number: number): number {
    const index = state.waitedFor.indexOf(number);
    return index === -1 ? state.waitedFor.length + state.early.indexOf(number) : index;
  }

  function placeOf(number: number) {
    return {
      standing() {
        const ahead = before(number);
        return { ahead, retryAfterMs: comeBackIn(waitMs(ahead), ahead) };
      },
      promote() {
        if (!state.early.includes(number)) return;
        remove(number);
        state.waitedFor.push(number);
      },
      leave() {
        remove(number);
        onTurn.delete(number);
        setTimer();
      },
    } satisfies QueuePlace;
  }

  return {
    join(request: QueueRequest) {
      if (!isStopped && length() === 0 && waitMs(0) === 0) {
        state.turnsAt.push(clock.now());
        return undefined;
      }
      const number = ++state.lastNumber;
      const places = request.isWaitedFor ? state.waitedFor : state.early;
      if (request.isFirst === true) places.unshift(number);
      else places.push(number);
      onTurn.set(number, request.onTurn);
      setTimer();
      return placeOf(number);
    },
    block(ms: number) {
      blocked.start(ms);
      setTimer();
    },
    length,
    /** Grants no more turns: queued sessions have sent nothing that could be lost. */
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}
