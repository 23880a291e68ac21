import type { TokenEngine } from '#api/session/tokenEngine.ts';
import type { Clock } from '#lib/clock.ts';

/** What the gateway keeps of somebody who is signed in. */
export interface SessionRecord {
  readonly id: string;
  readonly username: string;
  /** Value of the `apikey` header; null until it is known. */
  customerId: string | null;
  /** Whether that id has to be said by the person. */
  readonly mayChangeCustomer: boolean;
  readonly engine: TokenEngine;
  /** From which the person signed in; null where it is not known. */
  readonly address: string | null;
  readonly client: ClientSeen;
  readonly createdAt: number;
  lastSeenAt: number;
}

/** What the last request of a session said of its sender. */
export interface ClientSeen {
  /** Value of the configured header with the client's address, as it came. */
  address: string | undefined;
}

/** Why a session is over, other than by signing out. */
export type SessionEnd =
  | 'not used'
  | 'longest age'
  | 'cannot be renewed'
  | 'renewing did not help'
  | 'replaced by a new sign-in';

export interface SessionStore {
  create(
    given: Pick<SessionRecord, 'username' | 'customerId' | 'engine' | 'address' | 'client'>,
  ): SessionRecord;
  /**
   * The living session of this id. Finding it counts as use, unless no person asked for the call.
   */
  find(id: string, use?: { readonly background: boolean }): SessionRecord | undefined;
  /** @returns what was there */
  remove(id: string): SessionRecord | undefined;
  /** Milliseconds until a session ends by itself: without further use, and at the latest. */
  endsIn(record: SessionRecord): { readonly unused: number; readonly atTheLatest: number };
  /** Sessions that ended by themselves are counted for up to a minute more. */
  size(): number;
  /** Settles when no session is renewing its tokens. */
  idle(): Promise<void>;
}

export interface SessionLimits {
  readonly idleMs: number;
  readonly maxMs: number;
}

const sweepEveryMs = 60_000;

/**
 * Sessions live in this process' memory alone: a restart ends them all.
 *
 * @param given.newId 256 random bits as 43 characters of base64url
 * @param given.onExpired told of each session that ended by itself, with the next use of any session
 */
export function createSessionStore(given: {
  readonly clock: Clock;
  readonly limits: SessionLimits;
  readonly newId: () => string;
  readonly onExpired: (record: SessionRecord, end: SessionEnd) => void;
}): SessionStore {
  const { clock, limits } = given;
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
    create(facts) {
      sweep();
      const now = clock.now();
      const mayChangeCustomer = facts.customerId === null;
      const times = { createdAt: now, lastSeenAt: now };
      const record = { ...facts, ...times, mayChangeCustomer, id: given.newId() };
      records.set(record.id, record);
      return record;
    },
    find(id, use = { background: false }) {
      sweep();
      const record = records.get(id);
      if (!record || expire(record)) return undefined;
      if (!use.background) record.lastSeenAt = clock.now();
      return record;
    },
    remove(id) {
      const record = records.get(id);
      if (record) remove(record);
      return record;
    },
    endsIn({ createdAt, lastSeenAt }) {
      const now = clock.now();
      const atTheLatest = createdAt + limits.maxMs - now;
      return { unused: Math.min(lastSeenAt + limits.idleMs - now, atTheLatest), atTheLatest };
    },
    size() {
      sweep();
      return records.size;
    },
    async idle() {
      await Promise.all(Array.from(records.values(), (record) => record.engine.idle()));
    },
  };
}
