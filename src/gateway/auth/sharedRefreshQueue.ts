import {
  comeBackIn,
  type QueuePlace,
  type QueueRequest,
  type RefreshQueue,
} from '#api/tokens/refreshQueue.ts';
import type { Clock } from '#lib/clock.ts';

import type { RefreshTickets, Turn } from './refreshTickets.ts';

type Waiting = Extract<Turn, { kind: 'waiting' }>;

/** One gateway's view of the queue that all gateways behind one egress address share. */
export type SharedRefreshQueue = ReturnType<typeof createSharedRefreshQueue>;

/** A place last read longer ago than this is re-read before it is reported. */
const staleMs = 1000;
/** How soon to ask again while the store is unavailable. */
const storeAwayMs = 1000;
/** How long after a stop turns may be taken. The process ends 20 s later; a refresh cut off then loses its token. */
const lastTurnMs = 10_000;

/** @param given.holder identifies this process */
export function createSharedRefreshQueue(given: {
  readonly tickets: RefreshTickets;
  readonly holder: string;
  readonly clock: Clock;
}) {
  const { tickets, holder, clock } = given;
  const timers = new Set<() => void>();
  let stoppedAt: number | undefined;
  const isTooLate = () => stoppedAt !== undefined && clock.now() - stoppedAt >= lastTurnMs;

  /** @param sessionKey key of the row: a session has one place, no matter how many gateways ask for it */
  function forSession(sessionKey: string): RefreshQueue {
    return {
      async join(request) {
        if (isTooLate()) return neverServed;
        const { generation = 0, isWaitedFor, isFirst = false } = request;
        const mine = { sessionKey, holder, generation };
        const turn = await tickets.join({ ...mine, isWaitedFor, isFirst });
        if (turn.kind === 'gone') return 'elsewhere';
        return turn.kind === 'waiting' ? waitIn(mine, turn, request) : undefined;
      },
      block: (ms) => tickets.block(ms),
    };
  }

  /** Polls until the session's turn comes. */
  function waitIn(
    ticket: Parameters<RefreshTickets['ask']>[0],
    first: Waiting,
    { isWaitedFor, onTurn, onLost }: QueueRequest,
  ): QueuePlace {
    let latest = first;
    let heardAt = clock.now();
    let hasLeft = false;
    let promoting: Promise<void> | undefined = isWaitedFor ? Promise.resolve() : undefined;
    let asking: Promise<void> | undefined;
    let cancel = () => {};

    function askIn(ms: number) {
      if (stoppedAt !== undefined || hasLeft) return;
      timers.delete(cancel);
      cancel();
      cancel = clock.after(ms, () => {
        asking ??= ask();
      });
      timers.add(cancel);
    }

    function receive(turn: Turn) {
      if (hasLeft) return;
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
        const turn = await tickets.ask(ticket);
        // A stopping process does not wait for the refresh of a turn that nobody here asked for.
        if (stoppedAt === undefined) receive(turn);
      } catch {
        // The store keeps the place, and callers notice an outage from their own calls to the store.
        askIn(storeAwayMs);
      } finally {
        asking = undefined;
      }
    }

    askIn(first.askAgainMs);
    return {
      async standing() {
        const isStale = stoppedAt === undefined && clock.now() - heardAt >= staleMs;
        if (isStale) await (asking ??= ask());
        const { ahead, inMs } = latest;
        return { ahead, retryAfterMs: comeBackIn(inMs - (clock.now() - heardAt), ahead) };
      },
      promote() {
        if (isTooLate()) return;
        // One poll is enough, however many calls are waiting.
        promoting ??= tickets.promote(ticket).then(receive, (error: unknown) => {
          promoting = undefined;
          throw error;
        });
        return promoting;
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
    /**
     * Waits for no more turns; places stay in the store for other gateways. For a short time, a request in flight may
     * still take a turn that is free.
     */
    stop() {
      stoppedAt = clock.now();
      for (const cancel of timers) cancel();
    },
  };
}

/** Stands in for a session's place while the gateway is stopping. */
const neverServed: QueuePlace = {
  standing: () => ({ ahead: 0, retryAfterMs: 1000 }),
  promote: () => {},
  leave: () => {},
};
