import { performance } from 'node:perf_hooks';

/** A shorter interval is not meaningful: a single long task fills it. */
const measuredMs = 50;
const busyShare = 0.7;

/**
 * Tells whether the event loop had little time left recently. Work that nobody waits for is then postponed, so that
 * responses do not wait behind it: SQLite and the processing of responses run in this thread.
 */
export function createBusyLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lastAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - lastAt < measuredMs) return isBusy;
    const current = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(current, last).utilization > busyShare;
    last = current;
    lastAt = performance.now();
    return isBusy;
  };
}
