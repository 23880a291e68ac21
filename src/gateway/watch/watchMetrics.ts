import { Counter, Gauge, Histogram, type Metric } from 'prom-client';

import { type WatchProblem, watchProblem } from '#contract/inventory.ts';

/** The results of a scan by the watch. */
const watchOutcomes = ['complete', 'partial', 'stopped'] as const;
type WatchOutcome = (typeof watchOutcomes)[number];

export type WatchMetrics = ReturnType<typeof createWatchMetrics>;

/** What the watch does on this gateway, for Prometheus. */
export function createWatchMetrics() {
  const registers: [] = [];
  const seconds = new Histogram({
    name: 'sim_console_watch_scan_duration_seconds',
    help: 'Duration of scans by the watch, by result',
    labelNames: ['outcome'] as const,
    buckets: [10, 30, 60, 300, 600, 1800, 3600, 7200, 14_400],
    registers,
  });
  const calls = new Counter({
    name: 'sim_console_watch_calls_total',
    help: 'Calls to the service by the watch, including sign-ins',
    registers,
  });
  const pauses = new Counter({
    name: 'sim_console_watch_pauses_total',
    help: 'Times that the watch waited because the service answered with 429',
    registers,
  });
  const problems = new Gauge({
    name: 'sim_console_watch_problem',
    help: '1 for the problem that keeps this gateway from watching',
    labelNames: ['kind'] as const,
    registers,
  });
  const holding = new Gauge({
    name: 'sim_console_watch_held',
    help: '1 if this gateway watches, 0 if another one does',
    registers,
  });
  // If a series began only with its first event, a rate computed from it would miss that event.
  for (const outcome of watchOutcomes) seconds.zero({ outcome });
  const metrics: readonly Metric[] = [seconds, calls, pauses, problems, holding];
  return {
    scan: (outcome: WatchOutcome, ms: number) => seconds.observe({ outcome }, ms / 1000),
    call: () => calls.inc(),
    pause: () => pauses.inc(),
    problem(kind: WatchProblem['kind'] | null): void {
      for (const one of watchProblem.shape.kind.options)
        problems.set({ kind: one }, one === kind ? 1 : 0);
    },
    held: (isHeld: boolean) => holding.set(isHeld ? 1 : 0),
    metrics,
  };
}
