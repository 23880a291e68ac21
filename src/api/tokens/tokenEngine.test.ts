import { describe, expect, it } from 'vitest';

import {
  brief,
  engineFixture as fixture,
  hour,
  pair,
} from '#testing/fixtures/tokenEngineFixture.ts';

/** The results of this many parallel calls, all made within a second. */
async function together(on: ReturnType<typeof fixture>, length: number) {
  const all = Promise.all(Array.from({ length }, on.send));
  await on.clock.advance(1000);
  return new Set((await all).map(brief));
}

describe('one refresh for all', () => {
  it('T4, TS1: 50 parallel calls with an expired access token need 1 refresh and get 50 responses', async () => {
    const on = fixture({ refreshTakesMs: 300 });
    on.service.accepted = 'none';
    expect(await together(on, 50)).toEqual(new Set([200]));
    expect(on.refreshes).toHaveLength(1);
  });

  it('T4: calls after the end of the lifetime wait for 1 refresh instead of being refused first', async () => {
    const on = fixture({ refreshTakesMs: 300 });
    await on.clock.advance(4 * hour);
    expect(await together(on, 50)).toEqual(new Set([200]));
    expect([on.refreshes.length, on.sends.length]).toEqual([1, 50]);
  });

  it('T5: a 401 on a call sent with an older token is retried with the newer one, without a refresh', async () => {
    const on = fixture();
    let answerLate = (_: Response) => {};
    const late = on.engine.send((access) =>
      access === pair(1).access_token
        ? new Promise((resolve) => (answerLate = resolve))
        : on.call(access),
    );
    await on.clock.advance(0);
    on.service.accepted = 'none';
    expect(brief(await on.send())).toBe(200);
    expect(on.refreshes).toHaveLength(1);

    answerLate(new Response(null, { status: 401 }));
    expect(brief(await late)).toBe(200);
    expect(on.refreshes).toHaveLength(1);
  });

  it('T7: a refresh that takes 10 s is shared by 20 more calls, without a second refresh', async () => {
    const on = fixture({ refreshTakesMs: 10_000 });
    on.service.accepted = 'none';
    const first = on.send();
    await on.clock.advance(1000);
    const more = Array.from({ length: 20 }, on.send);
    await on.clock.advance(10_000);
    expect((await Promise.all([first, ...more])).map(brief)).toEqual(
      Array.from({ length: 21 }, () => 200),
    );
    expect(on.refreshes).toHaveLength(1);
  });

  it('T8: a refresh continues even if the call that needed it is abandoned', async () => {
    const on = fixture({ refreshTakesMs: 500 });
    on.service.accepted = 'none';
    const caller = new AbortController();
    const given = on.engine.send(async (access) => {
      caller.signal.throwIfAborted();
      return on.call(access);
    });
    const failure = given.catch((error: unknown) => error);
    await on.clock.advance(100);
    caller.abort();
    await on.clock.advance(1000);
    expect(await failure).toBe(caller.signal.reason);
    expect(brief(await on.send())).toBe(200);
    expect(on.refreshes).toHaveLength(1);
  });
});

describe('401s that a refresh does not fix', () => {
  it('T5, T6: the body of a 401 is cancelled if the call is retried, and intact if it is passed on', async () => {
    const on = fixture();
    const calledOff: number[] = [];
    const send = () =>
      on.engine.send(async () => {
        const call = on.sends.push('');
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('why'));
          },
          cancel: () => void calledOff.push(call),
        });
        return new Response(body, { status: 401 });
      });
    const outcome = await send();
    expect(calledOff).toEqual([1]);
    expect(outcome).toMatchObject({ kind: 'answered', response: { bodyUsed: false } });
  });

  it('T6: a second 401 goes to the caller; no call is sent more than twice', async () => {
    const on = fixture();
    on.service.alwaysRefuses = true;
    expect(brief(await on.send())).toBe(401);
    expect([on.sends.length, on.refreshes.length]).toEqual([2, 1]);
  });

  it('T6b: 20 calls within a minute that are always refused cause 1 refresh', async () => {
    const on = fixture();
    on.service.alwaysRefuses = true;
    for (let click = 0; click < 20; click++) {
      expect(brief(await on.send())).toBe(401);
      await on.clock.advance(2_900);
    }
    expect([on.refreshes.length, on.sends.length]).toEqual([1, 21]);
    await on.clock.advance(5_000);
    expect(brief(await on.send())).toBe(401);
    expect(on.refreshes).toHaveLength(2);
  });

  it('T6b: 20 parallel calls that are always refused cause 1 refresh', async () => {
    const on = fixture({ refreshTakesMs: 100 });
    on.service.alwaysRefuses = true;
    expect(await together(on, 20)).toEqual(new Set([401]));
    expect(on.refreshes).toHaveLength(1);
  });
});

/** How many refreshes were sent within the second before this time, and the second after it. */
async function refreshesAround(on: ReturnType<typeof fixture>, ms: number) {
  await on.clock.advance(ms - 1000);
  await on.send();
  const before = on.refreshes.length;
  await on.clock.advance(2000);
  await on.send();
  await on.clock.advance(0);
  return [before, on.refreshes.length];
}

describe('when to refresh', () => {
  it.each([
    [0, 0.5],
    [0.5, 0.7],
    [0.999, 0.8996],
  ])(
    'T11: the random number %d puts the due point at %d of the lifetime',
    async (random, share) => {
      expect(await refreshesAround(fixture({ random }), 4 * hour * share)).toEqual([0, 1]);
    },
  );

  it('T11: a token that is still good is used without waiting for the refresh that is due', async () => {
    const on = fixture({ refreshTakesMs: 5_000 });
    await on.clock.advance(3.9 * hour);
    expect([brief(await on.send()), on.sends]).toEqual([200, [pair(1).access_token]]);
    await on.clock.advance(6_000);
    expect(brief(await on.send())).toBe(200);
    expect(on.sends.at(-1)).toBe(pair(2).access_token);
  });

  it('T14: the lifetime is counted from receipt, whatever the token’s dates say', async () => {
    expect(await refreshesAround(fixture({ seconds: 600, random: 0 }), 300_000)).toEqual([0, 1]);
  });

  it('T14: a token in an unknown format lasts 4 hours', async () => {
    const first = { token_type: 'Bearer', access_token: 'opaque', refresh_token: 'r1' } as const;
    expect(await refreshesAround(fixture({ first, random: 0 }), 2 * hour)).toEqual([0, 1]);
  });

  it.each([-10, 10])(
    'T14: moving the clock by %d minutes causes no burst of refreshes and no sign-out',
    async (minutes) => {
      const on = fixture();
      await on.send();
      on.moveClock(minutes * 60_000);
      for (let i = 0; i < 20; i++) expect(brief(await on.send())).toBe(200);
      expect(on.refreshes.length).toBeLessThanOrEqual(1);
      on.service.accepted = 'none';
      expect(brief(await on.send())).toBe(200);
    },
  );

  it('TS4: a caller that sends another call from inside its own is not blocked', async () => {
    const on = fixture();
    on.service.accepted = 'none';
    const outcome = await on.engine.send(async (access) => {
      if (access !== pair(1).access_token) await on.send();
      return on.call(access);
    });
    expect(brief(outcome)).toBe(200);
    expect(on.refreshes).toHaveLength(1);
  });
});
