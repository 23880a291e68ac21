import type { Clock } from '#lib/clock.ts';

import { createPause } from './pause.ts';

/** API document 8.3: 5 refreshes in 60 s for each client address, whoever stands behind it. */
const perWindow = 5;
/** A second more than the service's window, because calls may travel at different speeds. */
const windowMs = 61_000;

/**
 * How many refreshes this process may still send. The service counts them per client address, so
 * every session of a process shares one budget.
 */
export interface RefreshBudget {
  /** Takes one refresh out of the budget; returns 0, or the milliseconds until there is one again. */
  take(): number;
  /** The service said itself that it wants no refresh from here for `ms` milliseconds. */
  block(ms: number): void;
}

export function createRefreshBudget(clock: Clock): RefreshBudget {
  const blocked = createPause(clock);
  let sentAt: number[] = [];

  return {
    take() {
      const now = clock.now();
      // A clock that was set back must not make a refresh count for longer than its window.
      sentAt = sentAt.map((at) => Math.min(at, now)).filter((at) => now - at < windowMs);
      const oldest = sentAt[0];
      const full = sentAt.length >= perWindow && oldest !== undefined;
      const wait = Math.max(blocked.remainingMs(), full ? oldest + windowMs - now : 0);
      if (wait === 0) sentAt.push(now);
      return wait;
    },
    block: (ms) => blocked.start(ms),
  };
}
