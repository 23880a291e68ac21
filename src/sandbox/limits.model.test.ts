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

/**
 * What the rules of 8.1 say of one key's history: no state is kept, each question reads all requests from
 * the first one on. A window begins with the first request that is in no earlier one.
 */
function judge(history: readonly number[], { requests, windowSeconds }: Limit) {
  const length = windowSeconds * 1000;
  const begins: number[] = [];
  for (const at of history) {
    const last = begins.at(-1);
    if (last === undefined || at - last >= length) begins.push(at);
  }
  const begin = begins.at(-1) ?? 0;
  const inWindow = history.filter((at) => at >= begin).length;
  return {
    allowed: inWindow <= requests,
    remaining: Math.max(0, requests - inWindow),
    endsIn: begin + length - (history.at(-1) ?? 0),
  };
}

describe('8.1, model of the rate windows', () => {
  it('agrees with what the whole history of requests says, over 1,000 runs', () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60, size: 'max' }), (limit: Limit, steps) => {
        const clock = handClock();
        const counter = createLimitCounter(() => clock);
        const histories = new Map<string, readonly number[]>();
        for (const one of steps) {
          if (one.kind === 'pass') {
            clock.pass(one.ms);
            continue;
          }
          const history = [...(histories.get(one.key) ?? []), clock.now()];
          histories.set(one.key, history);
          const rule = judge(history, limit);
          const spent = counter.spend(one.key, limit);
          expect(spent).toMatchObject({ allowed: rule.allowed, remaining: rule.remaining });
          // Waiting as long as it says is always enough, and one second less never is.
          expect(spent.retrySeconds * 1000).toBeGreaterThanOrEqual(rule.endsIn);
          expect((spent.retrySeconds - 1) * 1000).toBeLessThan(rule.endsIn);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('forgets windows that ended, and none that has not', () => {
    const clock = handClock();
    const counter = createLimitCounter(() => clock);
    const limit = { requests: 1, windowSeconds: 60 };
    counter.spend('kept', limit);
    for (let user = 0; user < 20_000; user++) counter.spend(`user ${user}`, limit);
    expect(counter.spend('kept', limit).allowed).toBe(false);
    clock.pass(60_000);
    counter.spend('new', limit);
    expect(counter.size()).toBe(1);
  });
});
