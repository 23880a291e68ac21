import { newTokens } from '#api/tokens/sessionTokens.ts';
import type { TokenPair } from '#contract/tokenPair.ts';

import { untilNoneLeft } from '../db/removeSome.ts';
import { StoreUnavailableError } from '../db/storeErrors.ts';
import { createKnownSessions, type KnownSession, type StoreClock } from './knownSessions.ts';
import { sealedPairOf } from './rowTokens.ts';
import { sessionKey } from './sealedTokens.ts';
import { isUnconfirmed, type SessionRow, type SessionSummary } from './sessionRow.ts';

/** A signed-in user, as known to this process. */
export type SessionRecord = ReturnType<typeof recordOf>;

/** Converts a call's times to the database's clock: the earliest that it can have begun, and the latest that it ended. */
export function storeSpan(
  { storeClock: { now, from, to } }: { readonly storeClock: StoreClock },
  sentAt: number,
  answeredAt: number,
) {
  return { askedAt: now + sentAt - to, answeredAt: now + answeredAt - from };
}

/** A session that ended, as described in the log. */
export type FormerSession = Pick<SessionSummary, 'username' | 'address'>;

/** A user who has just signed in. */
export interface SignedIn {
  readonly username: string;
  readonly customerId: string | null;
  /** Address of the sign-in; null if unknown. */
  readonly address: string | null;
  /** The client's address as reported by a reverse proxy; refreshes carry it. */
  readonly reportedAddress: string | undefined;
  readonly pair: TokenPair;
}

/** Why a session ended, other than by signing out. */
export type SessionEnd =
  | 'not used'
  | 'longest age'
  | 'cannot be renewed'
  | 'renewing did not help'
  | 'replaced by a new sign-in';

export type Sessions = ReturnType<typeof createSessions>;

/** How often expired sessions are removed. */
const sweepEveryMs = 60_000;
/** Longer than the page's warning before a session ends. */
const nearEndMs = 3 * 60_000;
/** The history is first swept soon after startup, because the retention time may have been lowered. */
const firstHistorySweepMs = 10_000;

/**
 * The sessions of all signed-in users, kept in the store, which several gateways may share. Each gateway keeps the
 * engines of the sessions that it served recently. Every method rejects with StoreUnavailableError if the store does
 * not respond.
 *
 * @param given.onExpired called with each expired session, on one gateway only
 */
export function createSessions(
  given: Parameters<typeof createKnownSessions>[0] & {
    readonly onExpired: (session: FormerSession, end: SessionEnd) => void;
    /** Removes other expired rows from the store, at the same interval. */
    readonly sweepHistory?: () => Promise<void>;
  },
) {
  const { store, queue, clock, random } = given;
  const rows = store.sessions;
  const known = createKnownSessions(given);
  let cancelSweep = clock.after(sweepEveryMs, sweep);
  const cancelFirstHistorySweep = clock.after(firstHistorySweepMs, sweepHistory);

  function sweep(): void {
    cancelSweep = clock.after(sweepEveryMs, sweep);
    known.forgetUnused();
    // If the store is unavailable, the next sweep tries again.
    untilNoneLeft(removeEnded).catch(() => {});
    sweepHistory();
  }

  function sweepHistory(): void {
    given.sweepHistory?.().catch(() => {});
  }

  async function removeEnded(): Promise<number> {
    const ended = await rows.removeEnded();
    for (const { end, ...session } of ended) given.onExpired(session, end);
    return ended.length;
  }

  async function touch(row: SessionRow) {
    return rows.touch(row).catch((error: unknown) => {
      const isNearEnd = row.idleEndsAt - row.now < nearEndMs;
      // Near the end it matters: "Stay signed in" must not seem to have worked.
      if (error instanceof StoreUnavailableError && !isNearEnd) return row;
      throw error;
    });
  }

  return {
    /**
     * @param formerIds ids of the browser's earlier sessions, which end now
     * @returns the new session and the removed sessions
     */
    async create(user: SignedIn, formerIds: readonly string[]) {
      const { username, customerId, address, reportedAddress, pair } = user;
      const id = newSessionId();
      const tokens = newTokens(pair, clock, random);
      const replaced = await rows.create(
        {
          key: sessionKey(id),
          username,
          customerId,
          customerSource: customerId === null ? 'person' : 'known',
          address,
          ...sealedPairOf(tokens, id, clock.now()),
        },
        formerIds.map(sessionKey),
      );
      for (const { key } of replaced) known.forget(key);
      const row = await rows.find(sessionKey(id));
      if (!row) throw new Error('The session that was just started is missing');
      return { session: recordOf(id, known.meet(id, row, reportedAddress)), replaced };
    },

    /** Finds the live session with this id and records a call in it; only calls started by the user count as use. */
    async find(
      id: string,
      call: { readonly isBackground: boolean; readonly reportedAddress: string | undefined },
    ): Promise<SessionRecord | undefined> {
      const session = await known.read(id);
      if (!session) return undefined;
      session.reportedAddress = call.reportedAddress;
      session.usedAt = clock.now();
      if (!call.isBackground) session.tokens.noteUse(await touch(session.tokens.row));
      return recordOf(id, session);
    },

    /**
     * Whether a session that was found earlier for a request still exists.
     *
     * @param maxAgeMs maximum age of the last read, in milliseconds
     */
    async isAlive({ id }: SessionRecord, maxAgeMs: number) {
      const session = known.get(sessionKey(id));
      if (session?.tokens.isGone === true) return false;
      if (session && clock.now() - session.readAt < maxAgeMs) return true;
      return (await known.read(id)) !== undefined;
    },

    /** @returns the updated session; undefined when it has ended */
    async chooseCustomer({ id }: SessionRecord, customerId: string) {
      const isThere = await rows.setCustomer(sessionKey(id), customerId);
      const session = isThere ? await known.read(id) : undefined;
      return session && recordOf(id, session);
    },

    /**
     * Records once that the service has confirmed this customer id. Changes sent under it in this session count from
     * now on.
     *
     * @returns whether this call was the first
     */
    async noteConfirmed({ id, provenCustomerId }: SessionRecord, customerId: string) {
      const key = sessionKey(id);
      const session = known.get(key);
      if (!session || [provenCustomerId, session.provenCustomerId].includes(customerId)) {
        return false;
      }
      const isFirst = await rows.noteConfirmed(key, customerId);
      // Set only after the write, because readers rely on the data that it stores. The id may have changed since.
      if (isFirst) session.provenCustomerId = customerId;
      return isFirst;
    },

    /** @returns the removed session */
    async remove(id: string): Promise<FormerSession | undefined> {
      const key = sessionKey(id);
      const removed = await rows.remove(key);
      known.forget(key);
      return removed;
    },

    /** Resolves once no session in this process is renewing its tokens. */
    idle: known.idle,

    /** Stops background work: queued sessions get no more turns. */
    stop() {
      cancelSweep();
      cancelFirstHistorySweep();
      queue.stop();
    },
  };
}

function recordOf(id: string, { tokens, engine, storeClock }: KnownSession) {
  const { username, customerId, customerSource, provenCustomerId, idleEndsAt, maxEndsAt, now } =
    tokens.row;
  const atTheLatest = maxEndsAt - now;
  return {
    /** Value of the session's cookie. */
    id,
    username,
    /** Value of the `apikey` header; null until known. */
    customerId,
    /** Whether the user enters the customer id. */
    mayChangeCustomer: customerSource === 'person',
    /** The customer id that the service has confirmed in this session, on any gateway. */
    provenCustomerId,
    /** Whether the user typed this customer id and the latest known row says that the service has not confirmed it. */
    isUnconfirmed: (sent: string) => isUnconfirmed(tokens.row, sent),
    engine,
    storeClock,
    /** Milliseconds until the session expires if it is not used, and until it reaches its maximum age. */
    endsIn: { unused: Math.min(idleEndsAt - now, atTheLatest), atTheLatest },
  };
}

/** 256 random bits as 43 characters of base64url. */
function newSessionId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}
