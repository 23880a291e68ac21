import type { Clock } from '#lib/clock.ts';

/** A budget of requests in a fixed window. */
export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** What one request left of its budget. */
export interface Spent {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, rounded up. */
  readonly retrySeconds: number;
}

export interface LimitCounter {
  /** Takes one request from the budget of this key. A window starts with the first request (API document 8.1, rule 3). */
  spend(key: string, limit: Limit): Spent;
  clear(): void;
  /** Windows that are kept. */
  size(): number;
}

/** So many windows are kept before those that ended are looked for. */
const tidyAbove = 5_000;

export function createLimitCounter(clock: () => Clock): LimitCounter {
  const windows = new Map<string, { ends: number; used: number }>();
  return {
    spend(key, limit) {
      const now = clock().now();
      let window = windows.get(key);
      if (!window || now >= window.ends) {
        if (windows.size >= tidyAbove) {
          for (const [other, { ends }] of windows) if (now >= ends) windows.delete(other);
        }
        window = { ends: now + limit.windowSeconds * 1000, used: 0 };
        windows.set(key, window);
      }
      const allowed = window.used < limit.requests;
      if (allowed) window.used++;
      return {
        allowed,
        limit: limit.requests,
        remaining: limit.requests - window.used,
        retrySeconds: Math.ceil((window.ends - now) / 1000),
      };
    },
    clear: () => windows.clear(),
    size: () => windows.size,
  };
}
