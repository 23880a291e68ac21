import type { TokenPair } from '#contract/tokenPair.ts';
import { type Clock, manualClock, sleep } from '#lib/clock.ts';

import type { RefreshOutcome } from './refreshCall.ts';
import { createRefreshQueue, type LocalRefreshQueue } from './refreshQueue.ts';
import { newTokens } from './sessionTokens.ts';
import { createTokenEngine, type SendOutcome } from './tokenEngine.ts';
import { createMemoryTokenRecord } from './tokenRecord.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** `seconds` of life, made at a time that no clock of ours agrees with. */
function jwt(name: string, seconds: number): string {
  const payload = btoa(JSON.stringify({ iat: 1_000, exp: 1_000 + seconds, name }));
  return `h.${payload}.s`;
}

export function pair(n: number, seconds = 4 * 3600): TokenPair {
  return { token_type: 'Bearer', access_token: jwt(`a${n}`, seconds), refresh_token: `r${n}` };
}

export const lost: RefreshOutcome = { kind: 'lost' };
export const refused: RefreshOutcome = { kind: 'refused' };

/**
 * One session, for tests, on a service that accepts one access token, and answers refreshes as told, else
 * with the next pair.
 */
export function engineBench(
  given: {
    clock?: Clock;
    queue?: LocalRefreshQueue;
    random?: number;
    seconds?: number;
    refreshTakesMs?: number;
    outcomes?: RefreshOutcome[];
  } = {},
) {
  const clock = manualClock();
  const engineClock = given.clock ?? clock;
  const random = () => given.random ?? 0.5;
  const queue = given.queue ?? createRefreshQueue(clock);
  const outcomes = [...(given.outcomes ?? [])];
  const refreshes: { token: string; at: number }[] = [];
  const sends: string[] = [];
  const service = { accepted: pair(1, given.seconds).access_token, alwaysRefuses: false };
  let issued = 1;
  const engine = createTokenEngine({
    store: createMemoryTokenRecord(newTokens(pair(1, given.seconds), engineClock, random)),
    clock: engineClock,
    random,
    queue,
    async refresh(token) {
      refreshes.push({ token, at: engineClock.now() });
      if (given.refreshTakesMs !== undefined) await sleep(engineClock, given.refreshTakesMs);
      const told = outcomes.shift();
      if (told) return told;
      issued += 1;
      service.accepted = pair(issued, given.seconds).access_token;
      return { kind: 'renewed', pair: pair(issued, given.seconds) };
    },
  });

  async function call(access: string): Promise<Response> {
    sends.push(access);
    const status = access === service.accepted && !service.alwaysRefuses ? 200 : 401;
    return new Response('body', { status });
  }
  return { clock, queue, engine, refreshes, sends, service, call, send: () => engine.send(call) };
}

/** In short: the status of an answer, or the outcome's name. */
export function brief(outcome: SendOutcome): number | string {
  return outcome.kind === 'answered' ? outcome.response.status : outcome.kind;
}
