import { performance } from 'node:perf_hooks';

/** A shorter interval would be meaningless: a single long task would fill it. */
const measuredMs = 50;
const busyShare = 0.7;

/**
 * Tells whether the event loop has recently had little time to spare. If so, work that nobody waits for is postponed,
 * so that responses do not wait behind it: they share this thread with SQLite.
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
