import type { TokenEngine } from '#api/session/tokenEngine.ts';
import type { Clock } from '#lib/clock.ts';

/** What the gateway keeps of somebody who is signed in. */
export interface SessionRecord {
  readonly id: string;
  readonly username: string;
  /** Value of the `apikey` header; null until it is known. */
  readonly customerId: string | null;
  /** Whether the person has to enter that id. */
  readonly mayChangeCustomer: boolean;
  readonly engine: TokenEngine;
  /** Address from which the person signed in; null where it is not known. */
  readonly signInAddress: string | null;
  /** What a reverse proxy reported as the client's address with the last call; refreshes carry it. */
  readonly reportedAddress: string | undefined;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** Somebody who has just signed in. */
export interface NewSession extends Pick<
  SessionRecord,
  'username' | 'customerId' | 'signInAddress' | 'reportedAddress'
> {
  /** @param session the new session, whose reported address goes on changing */
  newEngine(session: Pick<SessionRecord, 'reportedAddress'>): TokenEngine;
}

/** Why a session is over, other than by signing out. */
export type SessionEnd =
  | 'not used'
  | 'longest age'
  | 'cannot be renewed'
  | 'renewing did not help'
  | 'replaced by a new sign-in';

/** The sessions of everybody who is signed in. Only its implementation knows where they are kept. */
export interface SessionStore {
  create(given: NewSession): Promise<SessionRecord>;
  /** The living session with this id. */
  find(id: string): Promise<SessionRecord | undefined>;
  /** Notes a call in a session; only one that a person started counts as use. */
  touch(
    record: SessionRecord,
    call: { readonly isBackground: boolean; readonly reportedAddress: string | undefined },
  ): Promise<void>;
  /** @returns the session as it is from now on */
  chooseCustomer(record: SessionRecord, customerId: string): Promise<SessionRecord>;
  /** @returns what was there */
  remove(id: string): Promise<SessionRecord | undefined>;
  /** Milliseconds until a session ends by itself: without further use, and at the latest. */
  endsIn(record: SessionRecord): { readonly unused: number; readonly atTheLatest: number };
  /** Sessions that ended by themselves are counted for up to a minute more. */
  size(): Promise<number>;
  /** Settles when no session is renewing its tokens. */
  idle(): Promise<void>;
}

export interface SessionLimits {
  readonly idleMs: number;
  readonly maxMs: number;
}

const sweepEveryMs = 60_000;

/**
 * Keeps sessions in this process's memory alone: a restart ends them all.
 *
 * @param given.newId 256 random bits as 43 characters of base64url
 * @param given.onExpired told of each session that ended by itself, with the next use of any session
 */
export function createSessionStore(given: {
  readonly clock: Clock;
  readonly limits: SessionLimits;
  readonly newId?: () => string;
  readonly onExpired: (record: SessionRecord, end: SessionEnd) => void;
}): SessionStore {
  const { clock, limits, newId = newSessionId } = given;
  const records = new Map<string, SessionRecord>();
  let sweptAt = clock.now();

  /** Removes the record where it has come to its end. */
  function expire(record: SessionRecord): boolean {
    const now = clock.now();
    const isTooOld = now - record.createdAt >= limits.maxMs;
    if (!isTooOld && now - record.lastSeenAt < limits.idleMs) return false;
    remove(record);
    given.onExpired(record, isTooOld ? 'longest age' : 'not used');
    return true;
  }

  function remove(record: SessionRecord) {
    records.delete(record.id);
    record.engine.close();
  }

  /** On use instead of by a timer, so that an idle gateway does nothing. */
  function sweep() {
    if (clock.now() - sweptAt < sweepEveryMs) return;
    sweptAt = clock.now();
    for (const record of records.values()) expire(record);
  }

  return {
    async create({ newEngine, ...facts }) {
      sweep();
      const now = clock.now();
      const session = {
        ...facts,
        id: newId(),
        mayChangeCustomer: facts.customerId === null,
        createdAt: now,
        lastSeenAt: now,
      };
      const record: SessionRecord = Object.assign(session, { engine: newEngine(session) });
      records.set(record.id, record);
      return record;
    },
    async find(id) {
      sweep();
      const record = records.get(id);
      return record && !expire(record) ? record : undefined;
    },
    async touch(record, { isBackground, reportedAddress }) {
      const lastSeenAt = isBackground ? record.lastSeenAt : clock.now();
      Object.assign(record, { reportedAddress, lastSeenAt });
    },
    chooseCustomer: async (record, customerId) => Object.assign(record, { customerId }),
    async remove(id) {
      const record = records.get(id);
      if (record) remove(record);
      return record;
    },
    endsIn({ createdAt, lastSeenAt }) {
      const now = clock.now();
      const atTheLatest = createdAt + limits.maxMs - now;
      return { unused: Math.min(lastSeenAt + limits.idleMs - now, atTheLatest), atTheLatest };
    },
    async size() {
      sweep();
      return records.size;
    },
    async idle() {
      await Promise.all(Array.from(records.values(), (record) => record.engine.idle()));
    },
  };
}

function newSessionId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}
