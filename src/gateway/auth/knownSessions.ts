import type { RefreshCall } from '#api/tokens/refreshCall.ts';
import { createTokenEngine, type TokenEngine } from '#api/tokens/tokenEngine.ts';
import type { Clock } from '#lib/clock.ts';

import type { Store } from '../store.ts';
import { sessionKey } from './sealedTokens.ts';
import type { SessionRow } from './sessionRow.ts';
import type { SharedRefreshQueue } from './sharedRefreshQueue.ts';
import { createStoredTokens, type StoredTokens } from './storedTokens.ts';

/** A reading of the database's clock, between two of this process' own. */
export interface StoreClock {
  readonly now: number;
  readonly from: number;
  readonly to: number;
}

/** A session that this process has served: its row, as read last, and the engine that sends its calls. */
export interface KnownSession {
  readonly tokens: StoredTokens;
  readonly engine: TokenEngine;
  reportedAddress: string | undefined;
  /** As it was read or written last. */
  provenCustomerId: string | null;
  storeClock: StoreClock;
  /** When its row was read last, or changed here. */
  readAt: number;
  usedAt: number;
}

/** A session that was not used here for so long is forgotten here. */
const forgetAfterMs = 10 * 60_000;

/**
 * The sessions that this process has served recently, by their keys. The store has them all; an engine lives here,
 * so that the calls of one session wait for the same refresh.
 *
 * @param given.holder names this process among those that share the store
 */
export function createKnownSessions(given: {
  readonly store: Pick<Store, 'sessions' | 'leases'>;
  readonly queue: SharedRefreshQueue;
  readonly holder: string;
  readonly refresh: RefreshCall;
  readonly clock: Clock;
  readonly random: () => number;
}) {
  const { store, queue, holder, clock, random } = given;
  const known = new Map<string, KnownSession>();

  /** Begins to serve a session that was not served here before. */
  function meet(id: string, row: SessionRow, reportedAddress: string | undefined): KnownSession {
    const tokens = createStoredTokens({ store, cookie: id, row, holder, clock });
    const engine = createTokenEngine({
      store: tokens,
      clock,
      random,
      queue: queue.forSession(row.key),
      refresh: (refreshToken) => given.refresh(refreshToken, session.reportedAddress),
    });
    const now = clock.now();
    const session: KnownSession = {
      tokens,
      engine,
      reportedAddress,
      provenCustomerId: row.provenCustomerId,
      storeClock: { now: row.now, from: now, to: now },
      readAt: now,
      usedAt: now,
    };
    known.set(row.key, session);
    return session;
  }

  function forget(key: string): void {
    const session = known.get(key);
    known.delete(key);
    session?.tokens.drop();
    session?.engine.close();
  }

  return {
    get: (key: string) => known.get(key),
    meet,
    forget,

    /** The row of a session, read now, in what this process knows of it; undefined when the session has ended. */
    async read(id: string): Promise<KnownSession | undefined> {
      const key = sessionKey(id);
      const from = clock.now();
      const row = await store.sessions.find(key);
      if (!row) {
        forget(key);
        return undefined;
      }
      const session = known.get(key) ?? meet(id, row, undefined);
      session.tokens.adopt(row);
      session.readAt = clock.now();
      // Another gateway may have noted another id since.
      session.provenCustomerId = row.provenCustomerId;
      session.storeClock = { now: row.now, from, to: session.readAt };
      return session;
    },

    forgetUnused(): void {
      const now = clock.now();
      for (const [key, { usedAt, engine }] of known) {
        if (now - usedAt > forgetAfterMs && engine.isIdle()) known.delete(key);
      }
    },

    /** Settles when no session is renewing its tokens in this process. */
    async idle(): Promise<void> {
      await Promise.all(Array.from(known.values(), ({ engine }) => engine.idle()));
    },
  };
}
