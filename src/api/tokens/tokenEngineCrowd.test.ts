import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { seeded } from '#testing/fixtures/seeded.ts';
import { brief, engineFixture } from '#testing/fixtures/tokenEngineFixture.ts';

import type { RefreshOutcome } from './refreshCall.ts';
import { createRefreshQueue } from './refreshQueue.ts';
import { newTokens } from './sessionTokens.ts';
import { createTokenEngine } from './tokenEngine.ts';
import { createMemoryTokenRecord } from './tokenRecord.ts';

const minute = 60_000;

describe('T11: 480 users behind one address who signed in within one minute', () => {
  it('work for 8 hours without a sign-out, and the service never has to refuse a refresh', async () => {
    const clock = manualClock();
    const random = seeded(1);
    const queue = createRefreshQueue(clock);
    let issued = 0;
    let limitRefusals = 0;
    let window = { ends: 0, used: 0 };
    const validUntil = new Map<string, number>();

    function issue() {
      issued += 1;
      const access_token = `a${issued}`;
      validUntil.set(access_token, clock.now() + 240 * minute);
      return { token_type: 'Bearer' as const, access_token, refresh_token: `r${issued}` };
    }
    /** The service's limit, API document 8.3: a fixed window from its first request. */
    async function refresh(): Promise<RefreshOutcome> {
      if (clock.now() >= window.ends) window = { ends: clock.now() + minute, used: 0 };
      window.used += 1;
      if (window.used <= 5) return { kind: 'renewed', pair: issue() };
      limitRefusals += 1;
      return { kind: 'busy', limited: true, retryAfterMs: window.ends - clock.now() };
    }

    const engines = [];
    for (let person = 0; person < 480; person++) {
      const store = createMemoryTokenRecord(newTokens(issue(), clock, random));
      engines.push(createTokenEngine({ store, refresh, clock, random, queue }));
      await clock.advance(minute / 480);
    }

    const outcomes = { answered: 0, refresh_busy: 0, session_ended: 0 };
    const call = async (access: string) =>
      new Response(null, { status: (validUntil.get(access) ?? 0) > clock.now() ? 200 : 401 });
    for (let second = 0; second < 8 * 3600; second++) {
      for (let each = 0; each < 8; each++) {
        // Each user clicks once a minute, eight users per second.
        const engine = engines[(second % 60) * 8 + each];
        if (engine) outcomes[(await engine.send(call)).kind] += 1;
      }
      await clock.advance(1000);
    }
    expect(limitRefusals).toBe(0);
    expect(outcomes).toEqual({ answered: 480 * 8 * 60, refresh_busy: 0, session_ended: 0 });
  });
});

describe('T12: 200 users who come back from lunch within 20 s with expired access tokens', () => {
  /** Each user retries the call when due, up to a second late; every other user closes the tab immediately. */
  async function comeBack() {
    const clock = manualClock();
    const begun = clock.now();
    const random = seeded(2);
    const queue = createRefreshQueue(clock);
    const people = Array.from({ length: 200 }, () => ({
      ...engineFixture({ clock, queue }),
      places: [] as number[],
      waits: [] as number[],
      works: undefined as number | undefined,
    }));
    type Person = (typeof people)[number];
    async function ask(person: Person, stays: boolean) {
      const outcome = await person.send();
      if (outcome.kind === 'refresh_busy') {
        person.places.push(outcome.ahead ?? -1);
        person.waits.push(outcome.retryAfterMs);
        const wait = outcome.retryAfterMs + 1000 * random();
        if (stays) clock.after(wait, () => void ask(person, stays));
      } else if (brief(outcome) === 200) person.works = clock.now() - begun;
    }
    for (const [index, person] of people.entries()) {
      person.service.accepted = 'none';
      clock.after(index * 100, () => void ask(person, index % 2 === 0));
    }
    await clock.advance(42 * minute);
    return { people, begun, queue };
  }

  it('are renewed in order of arrival, five a minute, each once, including users who left', async () => {
    const { people, begun, queue } = await comeBack();
    const refreshes = people.map((person) => person.refreshes.map(({ at }) => at - begun));
    expect(refreshes.map(({ length }) => length)).toEqual(people.map(() => 1));
    const at = refreshes.flat();
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    for (const [index, time] of at.entries()) {
      expect(time - (at[index - 5] ?? -Infinity)).toBeGreaterThanOrEqual(61_000);
    }
    expect(at.at(-1)).toBeLessThan(40 * 61_000);
    expect(queue.length()).toBe(0);
  });

  it('see a decreasing number ahead, and continue within a few seconds of their turn', async () => {
    const { people, begun } = await comeBack();
    expect(people.slice(5).map(({ places }) => places[0])).toEqual([...Array(195).keys()]);
    for (const { places } of people) expect(places).toEqual(places.toSorted((x, y) => y - x));
    const stayed = people.filter((_, index) => index % 2 === 0);
    const late = stayed.map(({ works = Infinity, refreshes }) => {
      return works - ((refreshes[0]?.at ?? 0) - begun);
    });
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(2_000);
  });

  it('do not all ask again at the same time', async () => {
    const first = (await comeBack()).people.map(({ waits }, index) =>
      Math.floor(((waits[0] ?? 0) + index * 100) / 1000),
    );
    const together = first.map((second) => first.filter((other) => other === second).length);
    expect(Math.max(...together.slice(10))).toBeLessThanOrEqual(15);
  });
});
