import { Counter, Histogram } from 'prom-client';

import type { Clock } from '#lib/clock.ts';

import type { StoreCall } from '../db/engine.ts';
import { codeOf } from '../db/storeErrors.ts';
import type { Log } from './log.ts';

export type StoreMonitor = ReturnType<typeof createStoreMonitor>;

/** From the duration of a typical SQLite call up to the timeout of a store call. */
const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How often a line is written during an outage; otherwise every request would write one. */
const repeatLineMs = 10_000;

/** Measures the store's calls, and logs when the store becomes unavailable and when it is back. */
export function createStoreMonitor(given: { readonly log: Log; readonly clock: Clock }) {
  const { log, clock } = given;
  const seconds = new Histogram({
    name: 'sim_console_store_duration_seconds',
    help: 'Duration of database calls, including failed calls and the wait for a connection',
    buckets: secondsBuckets,
    registers: [],
  });
  const errors = new Counter({
    name: 'sim_console_store_errors_total',
    help: 'Database calls that failed or timed out',
    registers: [],
  });
  let lineAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  /** The time of the first logged failure; undefined while the store responds. */
  let awaySince: number | undefined;

  function failed(error: Error): void {
    const now = clock.now();
    errors.inc();
    failures++;
    if (now - lineAt < repeatLineMs) return;
    awaySince ??= now;
    log('store unavailable', { failures, code: codeOf(error) || 'no answer in time' });
    lineAt = now;
    failures = 0;
  }

  function succeeded(): void {
    if (awaySince === undefined) return;
    log('store back', { failures, afterSeconds: Math.round((clock.now() - awaySince) / 1000) });
    awaySince = undefined;
    failures = 0;
  }

  return {
    /** Called with each finished store call. */
    seen({ ms, error }: StoreCall) {
      seconds.observe(ms / 1000);
      if (error) failed(error);
      else succeeded();
    },
    /** For the metrics registry. */
    metrics: [seconds, errors] as const,
  };
}
