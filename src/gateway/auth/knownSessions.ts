import type { RefreshCall } from '#api/tokens/refreshCall.ts';
import { createTokenEngine, type TokenEngine } from '#api/tokens/tokenEngine.ts';
import type { Clock } from '#lib/clock.ts';

import type { Store } from '../store.ts';
import { sessionKey } from './sealedTokens.ts';
import type { SessionRow } from './sessionRow.ts';
import type { SharedRefreshQueue } from './sharedRefreshQueue.ts';
import { createStoredTokens, type StoredTokens } from './storedTokens.ts';

/** A timestamp from the database, bracketed by two from this process. */
export interface StoreClock {
  readonly now: number;
  readonly from: number;
  readonly to: number;
}

/** A session that this process has served: its latest known row, and the token engine for its calls. */
export interface KnownSession {
  readonly tokens: StoredTokens;
  readonly engine: TokenEngine;
  reportedAddress: string | undefined;
  /** As of this process's last read or write. */
  provenCustomerId: string | null;
  storeClock: StoreClock;
  /** When this process last read or changed the row. */
  readAt: number;
  usedAt: number;
}

/** Sessions unused for this long are dropped from memory. */
const forgetAfterMs = 10 * 60_000;

/**
 * The sessions that this process served recently, by key; the store has all sessions. Each has one token engine here,
 * so that all of its calls wait for the same refresh.
 *
 * @param given.holder identifies this process among those that share the store
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

  /** Starts serving a session that is new to this process. */
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

    /** Reads the session's row and updates this process's copy. Returns undefined if the session has ended. */
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
      // Another gateway may have confirmed a different id in the meantime.
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

    /** Resolves once no session in this process is renewing its tokens. */
    async idle(): Promise<void> {
      await Promise.all(Array.from(known.values(), ({ engine }) => engine.idle()));
    },
  };
}
