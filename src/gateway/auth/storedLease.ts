import type { SessionTokens } from '#api/tokens/sessionTokens.ts';
import type { RefreshLease, TokenChange, TokenRecord } from '#api/tokens/tokenRecord.ts';
import { type Clock, sleep } from '#lib/clock.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';
import { renewalChangeOf, sealedPairOf } from './rowTokens.ts';
import type { Lease, SessionLeases } from './sessionLeases.ts';
import type { SessionRow } from './sessionRow.ts';

/** How long a gateway may stall during a refresh before another gateway takes over. */
export const leaseMs = 20_000;
const extendEveryMs = 5_000;
/** How often an outcome that could not be stored is retried. */
const saveAgainMs = 500;

/** The tokens under a lease, as known to this process. */
export interface LeasedTokens extends Pick<TokenRecord, 'tokens' | 'isGone' | 'reload'> {
  readonly row: SessionRow;
  /**
   * The store accepted a change to the known row.
   *
   * @returns false if a newer row was read in the meantime
   */
  noteWritten(before: SessionRow, changed: SessionTokens): boolean;
  /** Uses a pair before the store has it. No older pair may replace it until `save` is done. */
  useUnsaved(pair: SessionTokens, save: () => Promise<void>): Promise<void>;
}

/**
 * The right of this process to refresh one session, as granted by the store.
 *
 * @param given.row the row as it was when the lease was taken
 * @param given.takenAt measured before the lease was requested, so that its time is never overestimated
 */
export function createStoredLease(given: {
  readonly leases: SessionLeases;
  readonly lease: Lease;
  readonly row: SessionRow;
  readonly takenAt: number;
  readonly record: LeasedTokens;
  readonly cookie: string;
  readonly holder: string;
  readonly clock: Clock;
}): RefreshLease {
  const { leases, lease, record, takenAt, clock } = given;
  const { generation, spendingGeneration } = given.row;
  let cancelExtension = () => {};

  function extendIn(ms: number): void {
    cancelExtension = clock.after(ms, () => {
      // A lost lease is noticed when the result is stored.
      leases.extend(lease, leaseMs).catch(() => {});
      extendIn(extendEveryMs);
    });
  }

  /** Retries until the store responds, because only this process knows the result of the refresh. */
  async function untilAnswered(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await sleep(clock, saveAgainMs);
      await untilAnswered(work);
    }
  }

  /** Computed for each attempt, because the pair ages until the store accepts it. */
  const asStored = (pair: SessionTokens) => ({
    ...sealedPairOf(pair, given.cookie, clock.now()),
    generation,
  });

  async function store(pair: SessionTokens): Promise<void> {
    if (await leases.store(lease, asStored(pair))) await record.reload();
    else await rescue(pair);
  }

  /** Another process took a later lease. Its result does not count, because the token had already been spent here. */
  async function rescue(pair: SessionTokens): Promise<void> {
    await record.reload();
    if (record.isGone || record.row.generation > generation) return;
    const attempt = await leases.take(lease.key, { holder: given.holder, forMs: leaseMs });
    if (attempt.kind === 'taken') await leases.store(attempt.lease, asStored(pair));
    else if (attempt.kind === 'held') {
      await sleep(clock, saveAgainMs);
      await rescue(pair);
    }
  }

  function changed(apply: TokenChange | undefined): SessionTokens {
    const next = structuredClone(record.tokens);
    apply?.(next);
    return next;
  }

  return {
    wasInterrupted: spendingGeneration === generation,

    async beginSpending(apply) {
      const notedAt = clock.now();
      if (notedAt - takenAt >= leaseMs) return false;
      const before = record.row;
      const next = changed(apply);
      const change = apply && renewalChangeOf(next, notedAt);
      const note = { generation, forMs: leaseMs, ...(change && { change }) };
      if (!(await leases.noteSpending(lease, note))) return false;
      if (apply && !record.noteWritten(before, next)) await record.reload();
      // This process may have stalled in the meantime, and another may have taken over.
      const passedMs = clock.now() - notedAt;
      if (passedMs >= leaseMs) return false;
      extendIn(Math.max(0, extendEveryMs - passedMs));
      return true;
    },

    async finish(apply) {
      const next = changed(apply);
      try {
        if (next.generation > generation) {
          await record.useUnsaved(next, () => untilAnswered(() => store(next)));
          return;
        }
        const change = apply ? renewalChangeOf(next, clock.now()) : {};
        await untilAnswered(async () => {
          await leases.settle(lease, change);
          await record.reload();
        });
      } finally {
        cancelExtension();
      }
    },
  };
}
