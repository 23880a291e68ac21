import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Clock, manualClock } from '#lib/clock.ts';

import { createLimitCounter, type Limit } from './limits.ts';

/** A clock that only a test moves, without waiting for anything. */
function handClock(): Clock & { pass(ms: number): void } {
  let now = manualClock().now();
  return {
    now: () => now,
    after: () => () => undefined,
    pass(ms) {
      now += ms;
    },
  };
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('spend' as const), key: fc.constantFrom('a', 'b', 'c') }),
  fc.record({
    kind: fc.constant('pass' as const),
    ms: fc.oneof(fc.integer({ min: 1, max: 70_000 }), fc.constantFrom(999, 1000, 59_999, 60_000)),
  }),
);
const limits = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  windowSeconds: fc.constantFrom(1, 60, 600),
});

describe('8.1, model of the rate windows', () => {
  it('agrees with a list of all accepted requests, over 1,000 runs', () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60, size: 'max' }), (limit: Limit, steps) => {
        const clock = handClock();
        const counter = createLimitCounter(() => clock);
        // The model keeps, for each key, when its window began and how many it has taken.
        const model = new Map<string, { began: number; taken: number }>();
        for (const one of steps) {
          if (one.kind === 'pass') {
            clock.pass(one.ms);
            continue;
          }
          const now = clock.now();
          const old = model.get(one.key);
          const over = !old || now - old.began >= limit.windowSeconds * 1000;
          const window = over ? { began: now, taken: 0 } : old;
          model.set(one.key, window);
          const allowed = window.taken < limit.requests;
          if (allowed) window.taken++;
          const spent = counter.spend(one.key, limit);
          expect(spent.allowed).toBe(allowed);
          expect(spent.remaining).toBe(limit.requests - window.taken);
          // Waiting as long as it says is always enough, and one second less never is.
          const left = window.began + limit.windowSeconds * 1000 - now;
          expect(spent.retrySeconds * 1000).toBeGreaterThanOrEqual(left);
          expect((spent.retrySeconds - 1) * 1000).toBeLessThan(left);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
