import {
  comeBackIn,
  type QueuePlace,
  type QueueRequest,
  type RefreshQueue,
} from '#api/session/refreshQueue.ts';
import type { Clock } from '#lib/clock.ts';

import type { RefreshTickets, Turn } from '../store/refreshTickets.ts';

type Waiting = Extract<Turn, { kind: 'waiting' }>;

/** The queue that all gateways of one address share, as seen by this one. */
export interface SharedRefreshQueue {
  /** @param sessionKey of the row: a session has one place, whichever gateways ask for it */
  forSession(sessionKey: string): RefreshQueue;
  /** No turn comes any more. The places stay in the store for the gateways that go on. */
  stop(): void;
}

/** While the store is away, a place is asked for again after so many milliseconds. */
const storeAwayMs = 1000;
/** What somebody who waits is told of their place may be so old. */
const standingFreshMs = 5000;

/** @param given.holder names this process */
export function createSharedRefreshQueue(given: {
  readonly tickets: RefreshTickets;
  readonly holder: string;
  readonly clock: Clock;
}): SharedRefreshQueue {
  const { tickets, holder, clock } = given;
  const timers = new Set<() => void>();
  let isStopped = false;

  function forSession(sessionKey: string): RefreshQueue {
    const ticket = { sessionKey, holder };
    return {
      async join(request) {
        if (isStopped) return neverServed;
        const { isWaitedFor, isFirst = false } = request;
        const turn = await tickets.join({ ...ticket, isWaitedFor, isFirst });
        return turn.kind === 'waiting' ? waitIn(ticket, turn, request) : undefined;
      },
      block: (ms) => tickets.block(ms),
    };
  }

  /** Asks again and again until the turn comes. */
  function waitIn(
    ticket: { readonly sessionKey: string; readonly holder: string },
    first: Waiting,
    { onTurn, onLost, ...request }: QueueRequest,
  ): QueuePlace {
    let { isWaitedFor } = request;
    let latest = first;
    let heardAt = clock.now();
    let hasLeft = false;
    let cancel = () => {};

    function askIn(ms: number) {
      if (isStopped || hasLeft) return;
      timers.delete(cancel);
      cancel = clock.after(ms, () => void ask());
      timers.add(cancel);
    }

    function hear(turn: Turn) {
      if (hasLeft || isStopped) return;
      if (turn.kind === 'waiting') {
        latest = turn;
        heardAt = clock.now();
        askIn(turn.askAgainMs);
        return;
      }
      hasLeft = true;
      timers.delete(cancel);
      if (turn.kind === 'now') onTurn();
      else onLost?.();
    }

    async function ask() {
      try {
        hear(await tickets.ask(ticket));
      } catch {
        // The place is kept in the store, and whoever waits hears from their own call that it is away.
        askIn(storeAwayMs);
      }
    }

    askIn(first.askAgainMs);
    return {
      standing() {
        const { ahead, inMs } = latest;
        return { ahead, retryAfterMs: comeBackIn(inMs - (clock.now() - heardAt), ahead) };
      },
      async promote() {
        // Each call of somebody who waits comes here, and the place gets no better by it.
        if (hasLeft || (isWaitedFor && clock.now() - heardAt < standingFreshMs)) return;
        hear(await tickets.join({ ...ticket, isWaitedFor: true }));
        isWaitedFor = true;
      },
      async leave() {
        hasLeft = true;
        cancel();
        timers.delete(cancel);
        await tickets.leave(ticket);
      },
    };
  }

  return {
    forSession,
    stop() {
      isStopped = true;
      for (const cancel of timers) cancel();
    },
  };
}

/** The place of a session in a gateway that stops. */
const neverServed: QueuePlace = {
  standing: () => ({ ahead: 0, retryAfterMs: 1000 }),
  promote: () => {},
  leave: () => {},
};
