import type { FleetScan, WatchProblem } from '#contract/inventory.ts';
import { sleep } from '#lib/clock.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';
import { LeaseLostError } from '../inventory/scans.ts';
import type { GatewayConfig } from '../ops/config.ts';
import { errorFields, type Log } from '../ops/log.ts';
import type { WatchConfig } from '../ops/watchConfig.ts';
import type { FetchUpstream } from '../proxy/fetchUpstream.ts';
import type { Store } from '../store.ts';
import { type HeldLease, takeLease } from './heldLease.ts';
import { createTechnicalUser } from './technicalUser.ts';
import { createWatchCalls, WatchError } from './watchCalls.ts';
import type { WatchMetrics } from './watchMetrics.ts';
import { createWatchScan, ScanEndedError, type WatchScanParts } from './watchScan.ts';

const minute = 60_000;
/** How often a gateway without the lease asks for it. */
const askEveryMs = 20_000;

/**
 * Reads the fleet at regular intervals as a technical user. Among several gateways, only the one with the lease reads.
 *
 * @param given.holder a name unique to this process
 */
export function createWatch(
  given: Pick<WatchScanParts, 'fleet' | 'detector' | 'endScan' | 'clock'> & {
    readonly watch: WatchConfig;
    readonly config: Pick<GatewayConfig, 'customerId' | 'customerIdClaim'>;
    readonly store: Pick<Store, 'scans' | 'watch' | 'alerts'>;
    readonly fetchUpstream: FetchUpstream;
    readonly holder: string;
    readonly systemTime: () => number;
    readonly random: () => number;
    readonly log: Log;
    readonly metrics: WatchMetrics;
  },
) {
  const { watch, store, clock, log, metrics } = given;
  const { username, everyMs } = watch;
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- until the gateway stops
        await watchWhileHeld();
      } catch (error) {
        if (!isInterruption(error) && !stop.signal.aborted) log('failure', errorFields(error));
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(clock, askEveryMs, stop.signal).catch(() => {});
    }
  }

  async function watchWhileHeld(): Promise<void> {
    const { holder } = given;
    const held = await takeLease({ leases: store.watch, holder, clock, stop: stop.signal });
    if (!held) return;
    metrics.held(true);
    try {
      const readOnce = createReader(held);
      const { nextAt, problem } = held.times();
      metrics.problem(problem?.kind ?? null);
      // Whatever kept another gateway from reading may be fixed, for example by a new configuration. The interval may
      // also have become shorter, or the database's clock may have been set back.
      let dueAt = Math.min(nextAt, held.now() + (problem ? minute : everyMs));
      if (dueAt < nextAt) await store.watch.note(held.lease, { nextAt: dueAt });
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one scan after the other
        await held.until(dueAt);
        // oxlint-disable-next-line no-await-in-loop -- as above
        dueAt = await readOnce();
      }
    } finally {
      held.end();
      metrics.held(false);
      metrics.problem(null);
      if (stop.signal.aborted) await store.watch.release(held.lease);
    }
  }

  function createReader(held: HeldLease) {
    const calls = createWatchCalls({
      ...given,
      held,
      callsPerMinute: watch.callsPerMinute,
      secrets: () => user.secrets(),
    });
    const user = createTechnicalUser({ ...given, leases: store.watch, held, calls });
    const onDefect = logDefect.bind(null, held);
    const { run: scan } = createWatchScan({ ...given, username, user, held, onDefect });
    /** When the attempts began to fail: a scan that begins may still be refused a list. */
    let failingSince: number | undefined;

    /** @returns when the next scan is due, on the database's clock */
    return async (): Promise<number> => {
      const begunAt = clock.now();
      /** On the database's clock. */
      let begunTime: number | undefined;
      const noteEnd = ({ state, things }: Pick<FleetScan, 'state' | 'things'>) => {
        const outcome = state === 'running' ? 'stopped' : state;
        const ms = clock.now() - begunAt;
        metrics.scan(outcome, ms);
        log('watch', { outcome, things, seconds: Math.round(ms / 1000) });
      };
      try {
        const customerId = await user.customerId();
        await store.watch.note(held.lease, { customerId });
        // Its gateway may have died, or its figures may have failed, when the newest scan had ended.
        const { complete, latest } = await store.scans.known(customerId);
        await (
          complete && complete.id === latest?.id
            ? given.endScan(customerId, complete, { state: 'complete', things: 0 })
            : store.alerts.compareScan(customerId)
        ).catch(onDefect);
        const ended = await scan(customerId, async ({ startedAt }) => {
          begunTime = startedAt;
          log('watch', { outcome: 'begun' });
          // Whether the service stays reachable is only known at the end.
          if (held.times().problem?.kind !== 'unreachable') await noteSolved(held);
        });
        noteEnd(ended);
        failingSince = undefined;
        await noteSolved(held);
      } catch (error) {
        if (begunTime !== undefined) noteEnd({ state: 'stopped', things: 0 });
        if (error instanceof WatchError) {
          // The fix may have given the user different rights, or a different customer.
          if (error.kind !== 'unreachable') user.signOut();
          failingSince ??= held.times().problem?.since ?? held.now();
          return await noteProblem(held, error, failingSince);
        }
        if (!(error instanceof ScanEndedError)) {
          logDefect(held, error);
          begunTime ??= held.now();
        }
      }
      const now = held.now();
      // A scan that began before the database's clock was set back seems to have begun late.
      const nextAt = Math.min(Math.max((begunTime ?? 0) + everyMs, now), now + everyMs);
      await store.watch.note(held.lease, { nextAt });
      return nextAt;
    };
  }

  /** The next scan starts when it is due: restarting immediately could mean signing in and scanning over and over. */
  function logDefect(held: HeldLease, error: unknown): void {
    if (held.signal.aborted || isInterruption(error)) throw error;
    log('failure', errorFields(error));
  }

  async function noteSolved(held: HeldLease): Promise<void> {
    await store.watch.note(held.lease, { problem: null });
    metrics.problem(null);
  }

  /** @returns when the next attempt is due */
  async function noteProblem(held: HeldLease, error: WatchError, since: number): Promise<number> {
    const now = held.now();
    const { kind, status, requestId } = error;
    const retryAt = now + Math.max(retryMs(now - since), error.askedMs);
    const message = error.message === '' ? null : error.message;
    const problem: WatchProblem = { kind, status, message, requestId, since, retryAt };
    await store.watch.note(held.lease, { problem, nextAt: retryAt });
    metrics.problem(kind);
    const retrySeconds = (retryAt - now) / 1000;
    log('watch', { outcome: 'problem', kind, status, requestId, retrySeconds });
    return retryAt;
  }

  return {
    start(): void {
      running = run();
    },
    /** Stops immediately; resolves when its scan has ended as stopped and another gateway may take over. */
    async stop(): Promise<void> {
      stop.abort();
      await running;
    },
  };
}

/** The store does not answer, or another gateway has taken over. */
function isInterruption(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof LeaseLostError;
}

/** 1, 5 and 30 minutes, and then an hour, depending on how long the problem has lasted. */
function retryMs(lastedMs: number): number {
  const lasted = lastedMs / minute;
  if (lasted < 1) return minute;
  if (lasted < 6) return 5 * minute;
  return lasted < 36 ? 30 * minute : 60 * minute;
}
