import { type Clock, sleep } from '#lib/clock.ts';

import type { StoreClock } from '../auth/knownSessions.ts';
import { StoreUnavailableError } from '../db/storeErrors.ts';
import { LeaseLostError } from '../inventory/scans.ts';
import type { Store } from '../store.ts';
import type { WatchLease } from './watchLease.ts';

/** Given the interval at which other gateways ask for it, a crash interrupts the watch for less than a minute. */
const leaseMs = 30_000;
const extendEveryMs = 10_000;

export type HeldLease = NonNullable<Awaited<ReturnType<typeof takeLease>>>;

/**
 * Takes the watch's lease, and extends it until `end` is called or it is lost.
 *
 * @param given.stop aborts when this gateway stops
 * @returns undefined if another gateway has it
 */
export async function takeLease(given: {
  readonly leases: Store['watch'];
  readonly holder: string;
  readonly clock: Clock;
  readonly stop: AbortSignal;
}) {
  const { leases, holder, clock, stop } = given;
  const lease = await leases.take({ holder, forMs: leaseMs });
  let from = clock.now();
  const first = lease && (await leases.extend(lease, leaseMs));
  return lease && first && hold(lease, first);

  function hold(held: WatchLease, firstTimes: NonNullable<typeof first>) {
    const lost = new AbortController();
    const signal = AbortSignal.any([stop, lost.signal]);
    let times = firstTimes;
    let storeClock: StoreClock = { now: times.now, from, to: clock.now() };
    let cancel = clock.after(extendEveryMs, extend);

    function extend(): void {
      cancel = clock.after(extendEveryMs, extend);
      extendOnce().catch((error: unknown) => {
        // The next extension may still come in time.
        if (!(error instanceof StoreUnavailableError)) lost.abort(error);
      });
    }

    async function extendOnce(): Promise<void> {
      const begun = clock.now();
      const row = await leases.extend(held, leaseMs);
      if (!row) {
        lost.abort(new LeaseLostError());
        return;
      }
      from = begun;
      times = row;
      storeClock = { now: row.now, from, to: clock.now() };
    }

    const now = () => storeClock.now + clock.now() - storeClock.to;
    return {
      lease: held,
      /** Aborts when the lease is lost or this gateway stops. */
      signal,
      times: () => times,
      get storeClock() {
        return storeClock;
      },
      /** The approximate time on the database's clock. */
      now,
      /** Whether a person has hit the service's limit in the last ten minutes. */
      isSlow: () => now() < times.slowUntil,
      /** @throws {LeaseLostError} if the lease may have run out, for example while this process was frozen */
      check(): void {
        if (clock.now() - from >= leaseMs) lost.abort(new LeaseLostError());
        signal.throwIfAborted();
      },
      sleep: async (ms: number) => sleep(clock, ms, signal),
      /**
       * @param time on the database's clock, which may be adjusted meanwhile: setting it back never makes a wait longer
       */
      async until(time: number): Promise<void> {
        const latest = clock.now() + time - now();
        while (now() < time && clock.now() < latest) {
          // oxlint-disable-next-line no-await-in-loop -- until then
          await sleep(clock, Math.min(time - now(), extendEveryMs), signal);
        }
      },
      end(): void {
        cancel();
      },
    };
  }
}
