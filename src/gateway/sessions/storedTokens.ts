import { isDeepStrictEqual } from 'node:util';

import { leftOfPause } from '#api/tokens/pause.ts';
import type { SessionTokens } from '#api/tokens/sessionTokens.ts';
import type { RefreshLease, TokenChange, TokenStore } from '#api/tokens/tokenStore.ts';
import { type Clock, sleep } from '#lib/clock.ts';

import { openTokens, sealTokens } from '../store/sealedTokens.ts';
import type { Lease } from '../store/sessionLeases.ts';
import type { RenewalChange, SealedPair, SessionRow } from '../store/sessionRow.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/storeErrors.ts';

/** How long a gateway may stand still in the middle of a refresh before another one takes over. */
const leaseMs = 20_000;
const extendEveryMs = 5_000;
/** An answer of the store is at most so much older than one that came before it. */
const overtakenMs = 10_000;
/** How often a pair that the store has not taken yet is offered again. */
const saveAgainMs = 500;

/** The tokens of one session in the store that all gateways share. */
export interface StoredTokens extends TokenStore {
  /** The row as it was last read. */
  readonly row: SessionRow;
  /** Takes over a row that was just read. */
  adopt(row: SessionRow): void;
  /** Takes over when the session was used last, and nothing else. */
  noteUse(row: Pick<SessionRow, 'lastSeenAt' | 'idleEndsAt'>): void;
  /** The row was found to be gone, or was removed. */
  drop(): void;
}

/**
 * @param given.cookie value of the session's cookie, which alone opens the tokens
 * @param given.holder names this process
 */
export function createStoredTokens(given: {
  readonly store: Pick<Store, 'sessions' | 'leases'>;
  readonly cookie: string;
  readonly row: SessionRow;
  readonly holder: string;
  readonly clock: Clock;
}): StoredTokens {
  const { cookie, holder, clock } = given;
  const { sessions, leases } = given.store;
  const { key } = given.row;
  let row = given.row;
  let readAt = clock.now();
  let tokens = tokensOf(row, openTokens(row.sealed, { cookie, generation: row.generation }));
  let isGone = false;
  let isSaving = false;
  let writing: Promise<void> = Promise.resolve();

  /** Times of the row by this process's clock, which may differ from the database's. */
  function tokensOf(read: SessionRow, secrets: Secrets) {
    const now = clock.now();
    const here = (at: number) => at - read.now + now;
    const pauseUntil = (at: number) => ({ begun: now, length: Math.max(0, at - read.now) });
    return {
      generation: read.generation,
      access: secrets.accessToken,
      refresh: secrets.refreshToken,
      receivedAt: here(read.receivedAt),
      dueAt: here(read.dueAt),
      overAt: here(read.overAt),
      accessRefused: read.accessRefused,
      verdict: read.verdict,
      lostAnswers: read.lostAnswers,
      renewalOver: read.renewalOver,
      uselessRefreshes: read.uselessRefreshes,
      failedRefreshes: read.failedRefreshes,
      unhelpful: pauseUntil(read.unhelpfulUntil),
      askedToWait: pauseUntil(read.waitUntil),
    } satisfies SessionTokens;
  }

  function adopt(read: SessionRow): void {
    // An answer that was overtaken on its way. A store that went back to a backup is believed.
    if (read.revision < row.revision && read.now - row.now <= overtakenMs) return;
    // A pair that the store has not taken yet.
    if (isSaving && read.generation < tokens.generation) return;
    const isSamePair = read.generation === tokens.generation;
    const secrets = isSamePair
      ? { accessToken: tokens.access, refreshToken: tokens.refresh }
      : openTokens(read.sealed, { cookie, generation: read.generation });
    row = read;
    readAt = clock.now();
    tokens = tokensOf(read, secrets);
  }

  async function reload(): Promise<void> {
    const read = await sessions.find(key);
    if (read) adopt(read);
    else isGone = true;
  }

  /** One change after the other, so that those of one process do not collide. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const mine = writing.then(work);
    writing = mine.catch(() => {});
    return mine;
  }

  async function change(generation: number, apply: TokenChange): Promise<void> {
    while (!isGone && tokens.generation === generation) {
      const next = structuredClone(tokens);
      apply(next);
      const renewal = renewalOf(next, clock.now());
      if (isDeepStrictEqual(renewal, renewalOf(tokens, clock.now()))) return;
      // The store does not have this pair yet, and what is said of it here can wait.
      if (isSaving) {
        tokens = next;
        return;
      }
      const before = row;
      // oxlint-disable-next-line no-await-in-loop -- again only where another process was faster
      if (await sessions.saveRenewal(before, renewal)) {
        // Unless something newer was read meanwhile.
        if (row !== before || tokens.generation !== generation) return;
        row = { ...row, revision: row.revision + 1 };
        tokens = next;
        return;
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await reload();
    }
  }

  async function takeLease(): Promise<RefreshLease | undefined> {
    const askedAt = clock.now();
    const attempt = await leases.take(key, { holder, forMs: leaseMs });
    if (attempt.kind === 'gone') {
      isGone = true;
      return undefined;
    }
    adopt(attempt.row);
    return attempt.kind === 'taken' ? leaseOf(attempt.lease, attempt.row, askedAt) : undefined;
  }

  /** @param takenAt measured before the lease was asked for, so that it is never believed in for too long */
  function leaseOf(
    lease: Lease,
    { generation, spendingGeneration }: SessionRow,
    takenAt: number,
  ): RefreshLease {
    let cancelExtension = () => {};

    function extendLater(): void {
      cancelExtension = clock.after(extendEveryMs, () => {
        // A lease that is lost is found to be so when the result is stored.
        leases.extend(lease, leaseMs).catch(() => {});
        extendLater();
      });
    }

    /** Until the store takes it: the pair in this process is the only one that works. */
    async function save(pair: SealedPair): Promise<void> {
      try {
        if (await leases.store(lease, { generation, ...pair })) await reload();
        else await rescue(pair);
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await sleep(clock, saveAgainMs);
        await save(pair);
      }
    }

    /** Another process holds a later lease. What it did with a token that was spent here cannot count. */
    async function rescue(pair: SealedPair): Promise<void> {
      await reload();
      if (isGone || row.generation > generation) return;
      const other = await leases.take(key, { holder, forMs: leaseMs });
      if (other.kind === 'taken') await leases.store(other.lease, { generation, ...pair });
      else if (other.kind === 'held') {
        await sleep(clock, saveAgainMs);
        await rescue(pair);
      }
    }

    async function noteFirst(apply: TokenChange): Promise<boolean> {
      const next = structuredClone(tokens);
      apply(next);
      const keep = { mayBeSpent: true, keepsLease: true };
      if (!(await leases.settle(lease, renewalOf(next, clock.now()), keep))) return false;
      await reload();
      return true;
    }

    return {
      wasInterrupted: spendingGeneration === generation,
      async beginSpending(apply) {
        if (apply && !(await noteFirst(apply))) return false;
        const notedAt = clock.now();
        if (notedAt - takenAt >= leaseMs) return false;
        if (!(await leases.noteSpending(lease, { generation, forMs: leaseMs }))) return false;
        // The process may have stood still meanwhile, and another one have taken over.
        if (clock.now() - notedAt >= leaseMs) return false;
        extendLater();
        return true;
      },
      async finish(apply) {
        const next = structuredClone(tokens);
        apply?.(next);
        try {
          if (next.generation > generation) {
            tokens = next;
            isSaving = true;
            await save(pairOf(next, clock.now()));
          } else {
            await leases.settle(lease, apply ? renewalOf(next, clock.now()) : {});
            await reload();
          }
        } finally {
          isSaving = false;
          cancelExtension();
        }
      },
    };
  }

  function pairOf(next: SessionTokens, now: number): SealedPair {
    const { access: accessToken, refresh: refreshToken, generation, dueAt, overAt } = next;
    return {
      sealed: sealTokens({ accessToken, refreshToken }, { cookie, generation }),
      dueInMs: dueAt - now,
      overInMs: overAt - now,
    };
  }

  return {
    get tokens() {
      return tokens;
    },
    get row() {
      return row;
    },
    get isGone() {
      return isGone;
    },
    isLeased: () =>
      row.leaseHolder !== null &&
      row.leaseHolder !== holder &&
      row.leaseUntil > row.now + (clock.now() - readAt),
    reload,
    update: (generation, apply) => inOrder(() => change(generation, apply)),
    lease: takeLease,
    adopt,
    noteUse({ lastSeenAt, idleEndsAt }) {
      row = { ...row, lastSeenAt, idleEndsAt };
    },
    drop() {
      isGone = true;
    },
  };
}

interface Secrets {
  readonly accessToken: string;
  readonly refreshToken: string;
}

function renewalOf(tokens: SessionTokens, now: number) {
  const { accessRefused, verdict, lostAnswers, renewalOver } = tokens;
  const { uselessRefreshes, failedRefreshes, unhelpful, askedToWait } = tokens;
  return {
    accessRefused,
    verdict,
    lostAnswers,
    renewalOver,
    uselessRefreshes,
    failedRefreshes,
    unhelpfulForMs: leftOfPause(unhelpful, now),
    waitForMs: leftOfPause(askedToWait, now),
  } satisfies RenewalChange;
}
