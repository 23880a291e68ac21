import { isDeepStrictEqual } from 'node:util';

import type { SessionTokens } from '#api/tokens/sessionTokens.ts';
import type { RefreshLease, TokenChange } from '#api/tokens/tokenRecord.ts';
import type { Clock } from '#lib/clock.ts';

import type { Store } from '../store.ts';
import { openRow, renewalChangeOf, tokensOfRow } from './rowTokens.ts';
import { longestLeaseMs } from './sessionLeases.ts';
import type { SessionRow } from './sessionRow.ts';
import { createStoredLease, leaseMs } from './storedLease.ts';

/** A delayed response is at most this much older than the response that overtook it. */
const overtakenMs = 10_000;

export type StoredTokens = ReturnType<typeof createStoredTokens>;

/**
 * One session's tokens in the store that all gateways share.
 *
 * @param given.cookie value of the session's cookie, which is needed to open the tokens
 * @param given.holder identifies this process
 */
export function createStoredTokens(given: {
  readonly store: Pick<Store, 'sessions' | 'leases'>;
  readonly cookie: string;
  readonly row: SessionRow;
  readonly holder: string;
  readonly clock: Clock;
}) {
  const { cookie, holder, clock } = given;
  const { sessions, leases } = given.store;
  const { key } = given.row;
  let row = given.row;
  let readAt = clock.now();
  let tokens = tokensOfRow(row, openRow(row, cookie), readAt);
  let isGone = false;
  let isSaving = false;
  let writing: Promise<void> = Promise.resolve();

  /** Uses a row that was just read. */
  function adopt(read: SessionRow): void {
    // A response that was overtaken is ignored, but a store that was restored from a backup is trusted.
    if (read.revision < row.revision && read.now - row.now <= overtakenMs) return;
    // The store does not have this pair yet.
    if (isSaving && read.generation < tokens.generation) return;
    const isSamePair = read.generation === tokens.generation;
    const secrets = isSamePair
      ? { accessToken: tokens.access, refreshToken: tokens.refresh }
      : openRow(read, cookie);
    row = read;
    readAt = clock.now();
    tokens = tokensOfRow(read, secrets, readAt);
  }

  async function reload(): Promise<void> {
    const read = await sessions.find(key);
    if (read) adopt(read);
    else isGone = true;
  }

  /** Serializes changes, so that changes from one process never conflict. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const mine = writing.then(work);
    writing = mine.catch(() => {});
    return mine;
  }

  async function change(generation: number, apply: TokenChange): Promise<void> {
    while (!isGone && tokens.generation === generation) {
      const now = clock.now();
      const next = structuredClone(tokens);
      apply(next);
      const renewal = renewalChangeOf(next, now);
      if (isDeepStrictEqual(renewal, renewalChangeOf(tokens, now))) return;
      // The store does not have this pair yet, so this change can wait.
      if (isSaving) {
        tokens = next;
        return;
      }
      const before = row;
      // oxlint-disable-next-line no-await-in-loop -- repeated only when another process was faster
      if (await sessions.saveRenewal(before, renewal)) {
        noteWritten(before, next);
        return;
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await reload();
    }
  }

  function noteWritten(before: SessionRow, changed: SessionTokens): boolean {
    // A row read in the meantime may be older or newer than the change.
    if (row.revision !== before.revision || tokens.generation !== changed.generation) return false;
    row = { ...row, revision: row.revision + 1 };
    tokens = changed;
    return true;
  }

  async function takeLease(): Promise<RefreshLease | undefined> {
    const takenAt = clock.now();
    const attempt = await leases.take(key, { holder, forMs: leaseMs });
    if (attempt.kind === 'gone') {
      isGone = true;
      return undefined;
    }
    adopt(attempt.row);
    if (attempt.kind === 'held') return undefined;
    return createStoredLease({ ...attempt, leases, takenAt, record, cookie, holder, clock });
  }

  async function useUnsaved(pair: SessionTokens, save: () => Promise<void>): Promise<void> {
    tokens = pair;
    isSaving = true;
    try {
      await save();
    } finally {
      isSaving = false;
    }
  }

  const record = {
    get tokens() {
      return tokens;
    },
    /** The row, as last read. */
    get row() {
      return row;
    },
    get isGone() {
      return isGone;
    },
    isLeased: () =>
      row.leaseHolder !== null &&
      row.leaseHolder !== holder &&
      row.leaseUntil > row.now + (clock.now() - readAt) &&
      row.leaseUntil <= row.now + longestLeaseMs,
    reload,
    update: (generation: number, apply: TokenChange) => inOrder(() => change(generation, apply)),
    lease: takeLease,
    adopt,
    /** Updates only the time of the session's last use. */
    noteUse({ lastSeenAt, idleEndsAt }: Pick<SessionRow, 'lastSeenAt' | 'idleEndsAt'>) {
      row = { ...row, lastSeenAt, idleEndsAt };
    },
    /** Called when the row no longer exists. */
    drop() {
      isGone = true;
    },
    noteWritten,
    useUnsaved,
  };
  return record;
}
