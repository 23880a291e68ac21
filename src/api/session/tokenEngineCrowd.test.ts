import { describe, expect, it } from 'vitest';

import { manualClock } from '#lib/clock.ts';

import { createRefreshBudget } from './refreshBudget.ts';
import type { RefreshOutcome } from './refreshCall.ts';
import { createTokenEngine } from './tokenEngine.ts';

const minute = 60_000;
const lifetime = 240 * minute;

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('T11: 480 people behind one address who signed in within one minute', () => {
  it('work for 8 hours without a sign-out, and the service never has to refuse a refresh', async () => {
    const clock = manualClock();
    const random = seeded(1);
    const budget = createRefreshBudget(clock);
    let issued = 0;
    let limitRefusals = 0;
    let window = { ends: 0, used: 0 };
    const validUntil = new Map<string, number>();

    function issue() {
      issued += 1;
      const access_token = `a${issued}`;
      validUntil.set(access_token, clock.now() + lifetime);
      return { token_type: 'Bearer' as const, access_token, refresh_token: `r${issued}` };
    }
    /** API document 8.3, as the service counts: a fixed window from its first request. */
    async function refresh(): Promise<RefreshOutcome> {
      if (clock.now() >= window.ends) window = { ends: clock.now() + minute, used: 0 };
      window.used += 1;
      if (window.used <= 5) return { kind: 'renewed', pair: issue() };
      limitRefusals += 1;
      return { kind: 'busy', limited: true, retryAfterMs: window.ends - clock.now() };
    }

    const engines = [];
    for (let person = 0; person < 480; person++) {
      engines.push(createTokenEngine({ pair: issue(), refresh, clock, random, budget }));
      await clock.advance(minute / 480);
    }

    const outcomes = { answered: 0, refresh_busy: 0, session_ended: 0 };
    const call = async (access: string) =>
      new Response(null, { status: (validUntil.get(access) ?? 0) > clock.now() ? 200 : 401 });
    for (let second = 0; second < 8 * 3600; second++) {
      for (let each = 0; each < 8; each++) {
        // Everybody clicks once a minute, eight people in each second of it.
        const engine = engines[(second % 60) * 8 + each];
        if (engine) outcomes[(await engine.send(call)).kind] += 1;
      }
      await clock.advance(1000);
    }
    expect(limitRefusals).toBe(0);
    expect(outcomes).toEqual({ answered: 480 * 8 * 60, refresh_busy: 0, session_ended: 0 });
  });
});
