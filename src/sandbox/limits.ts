import type { Clock } from '#lib/clock.ts';

export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Every row of API document 8.2. */
export const apiLimits = {
  /** Most rate-limited endpoints. */
  most: { requests: 5, windowSeconds: 60 },
  /** Low-powered network and roaming reads. */
  roaming: { requests: 10, windowSeconds: 60 },
  /** Inbox listing and event types. */
  inbox: { requests: 15, windowSeconds: 60 },
  /** GET /v1/users. */
  users: { requests: 30, windowSeconds: 60 },
  /** Reads of SIMs, orders, tags and the like. */
  reads: { requests: 60, windowSeconds: 60 },
  /** POST /v1/things/{iccid}/start-qos. */
  startQos: { requests: 5, windowSeconds: 600 },
  /** POST /v1/captures/data/create. */
  captures: { requests: 5, windowSeconds: 1200 },
} as const satisfies Record<string, Limit>;

/** Sign-in and refresh (API document 8.3). */
export const authLimit: Limit = { requests: 5, windowSeconds: 60 };

/** The budget that remains after one request. */
export interface Spent {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, rounded up. */
  readonly retrySeconds: number;
}

export type LimitCounter = ReturnType<typeof createLimitCounter>;

/** Once there are this many windows, ended windows are removed, at most once a second. */
const manyWindows = 5_000;

export function createLimitCounter(clock: () => Clock) {
  const windows = new Map<string, { starts: number; ends: number; used: number }>();
  let pause = { starts: 0, ends: 0 };
  return {
    /**
     * Deducts one request from this key's budget. A window has a fixed length and starts with the first request (API
     * document 8.1, rule 3).
     */
    spend(key: string, limit: Limit): Spent {
      const now = clock().now();
      // If the clock was put back, waiting for its old time would take as long again.
      const isOver = ({ starts, ends }: typeof pause) => now < starts || now >= ends;
      let window = windows.get(key);
      if (!window || isOver(window)) {
        if (windows.size >= manyWindows && isOver(pause)) {
          pause = { starts: now, ends: now + 1000 };
          for (const [other, used] of windows) if (isOver(used)) windows.delete(other);
        }
        window = { starts: now, ends: now + limit.windowSeconds * 1000, used: 0 };
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
