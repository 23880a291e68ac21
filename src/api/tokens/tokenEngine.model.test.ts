import { setImmediate } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { TokenPair } from '#contract/tokenPair.ts';
import { manualClock } from '#lib/clock.ts';

import { createRefreshCall, type RefreshOutcome } from './refreshCall.ts';
import { createRefreshQueue } from './refreshQueue.ts';
import { newTokens } from './sessionTokens.ts';
import { createTokenEngine, type SendOutcome, type TokenEngine } from './tokenEngine.ts';
import { createMemoryTokenRecord } from './tokenRecord.ts';
import { createTokenServiceModel } from './tokenServiceModel.ts';

/**
 * Several sessions of one process on a token service, in every order in which their calls and
 * refreshes may travel. `MODEL_RUNS=10000` in the environment runs more of them.
 */
const runs = Number(process.env['MODEL_RUNS'] ?? 1000);

const minute = 60_000;
const hour = 60 * minute;
const people = 6;

/** What befalls one refresh on its way. A hanging one never arrives. */
type RefreshFault = 'cutBefore' | 'cutAfter' | 'hang' | 'garbled' | 429 | 503 | 403;

/** One refresh token as the engine has used it. */
interface Spending {
  times: number;
  lost: number;
  last: RefreshOutcome['kind'] | 'in flight';
  lastAt: number;
}

interface Person {
  engine: TokenEngine;
  /** The newest pair that reached the engine. */
  pair: TokenPair;
  refreshing: boolean;
  /** The service refused a refresh, and the engine heard it. */
  refreshRefused: boolean;
  /** Access tokens that the service refused, as far as the engine heard it. */
  readonly refusedAccess: Set<string>;
  /** Every call is answered 401, whatever its token: a wrong customer id. */
  alwaysRefused: boolean;
  /** Refreshes in a row that were declined, or followed by a 401, since the last 2xx. */
  useless: number;
  /** When the last of them was found to be useless, and when the newest pair came. */
  uselessAt: number;
  renewedAt: number;
  /** Of the newest access token: the service has answered 2xx, or 401 right after it came. */
  verdict: 'none' | 'good' | 'useless';
  /** Was told a place in the queue, and had no turn since. */
  isQueued: boolean;
  hasSignedOut: boolean;
}

/** The least time between a useless refresh and the next: after one, two, three and more in a row. */
const backOffs = [0, minute, 5 * minute, 30 * minute];

/** What a run has seen, so that a model that never gets anywhere is noticed. */
const seen = { renewed: 0, refused: 0, declined: 0, busy: 0, lost: 0 };
const ends = { answered: 0, session_ended: 0, refresh_busy: 0, queued: 0 };

function createWorld(scheduler: fc.Scheduler, options: { endsAccess: boolean; seed: number }) {
  const clock = manualClock();
  const service = createTokenServiceModel(clock, options.endsAccess);
  const queue = createRefreshQueue(clock);
  const violations: string[] = [];
  const refreshFaults: RefreshFault[] = [];
  const spendings = new Map<string, Spending>();
  const refreshesAt: number[] = [];
  const engines: TokenEngine[] = [];
  let callsToCut = 0;
  let openCalls = 0;

  let state = options.seed;
  /** Looks random and is the same in every replay. */
  function random(): number {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  }

  function must(holds: boolean, rule: string) {
    if (!holds) violations.push(rule);
  }

  /** A piece of the way, which takes as long as the scheduler likes. */
  const travel = (label: string) => scheduler.schedule(Promise.resolve(), label);

  async function postRefresh({ body }: { readonly body: string }): Promise<Response> {
    const token = /"refresh_token":"(\w+)"/.exec(body)?.[1] ?? '';
    const fault = refreshFaults.shift();
    if (fault === 'hang') return new Promise(() => {});
    await travel(`${token} arrives`);
    if (fault === 'cutBefore') throw new TypeError('cut');
    const answer =
      typeof fault === 'number'
        ? new Response(null, {
            status: fault,
            headers: fault === 429 ? { 'retry-after': '7' } : {},
          })
        : service.refresh(token);
    await travel(`${token} is answered ${answer.status}`);
    if (fault === 'cutAfter') throw new TypeError('cut');
    return fault === 'garbled' && answer.ok ? new Response('{"token') : answer;
  }

  function checkSpending(person: Person, token: string): Spending {
    const now = clock.now();
    must(!person.refreshing, 'one refresh at a time for a session');
    must(!person.hasSignedOut, 'no refresh for somebody who has signed out');
    const backOff = backOffs[Math.min(person.useless, 3)] ?? 0;
    must(now - person.uselessAt >= backOff, 'refreshes that are useless become rare');
    // Also where the count begins again, since something else is answered.
    must(now - person.uselessAt >= minute, 'at most one useless refresh in a minute');
    refreshesAt.push(now);
    const sixth = refreshesAt.at(-6);
    must(sixth === undefined || now - sixth >= minute, 'at most 5 refreshes in 60 s for all');

    const known = spendings.get(token);
    if (!known) return { times: 1, lost: 0, last: 'in flight', lastAt: now };
    const { lost, last, lastAt } = known;
    must(
      ['busy', 'declined', 'lost'].includes(last),
      `a refresh token is not sent after "${last}"`,
    );
    const pause = lost < 2 ? 1000 : minute;
    must(last !== 'lost' || now - lastAt >= pause, 'a lost answer is not retried at once');
    must(
      lost < 2 || person.refusedAccess.has(person.pair.access_token),
      'a lost answer is retried once, then only when there is nothing else left',
    );
    return { ...known, times: known.times + 1, last: 'in flight', lastAt: now };
  }

  function newPerson(): Person {
    const post = createRefreshCall({ clock, send: postRefresh });
    const pair = service.issue();
    const engine = createTokenEngine({
      store: createMemoryTokenRecord(newTokens(pair, clock, random)),
      clock,
      random,
      queue,
      async refresh(token) {
        const spending = checkSpending(person, token);
        spendings.set(token, spending);
        person.refreshing = true;
        person.isQueued = false;
        const outcome = await post(token);
        person.refreshing = false;
        seen[outcome.kind] += 1;
        spending.last = outcome.kind;
        spending.lastAt = clock.now();
        if (outcome.kind === 'lost') spending.lost += 1;
        if (outcome.kind === 'refused') person.refreshRefused = true;
        if (outcome.kind === 'declined') noteUseless(person);
        if (outcome.kind === 'renewed') {
          Object.assign(person, { pair: outcome.pair, renewedAt: clock.now(), verdict: 'none' });
        }
        return outcome;
      },
    });
    engines.push(engine);
    const person: Person = {
      engine,
      pair,
      refreshing: false,
      refreshRefused: false,
      refusedAccess: new Set(),
      alwaysRefused: false,
      useless: 0,
      uselessAt: -Infinity,
      renewedAt: -Infinity,
      verdict: 'none',
      isQueued: false,
      hasSignedOut: false,
    };
    return person;
  }

  function noteUseless(person: Person) {
    person.useless += 1;
    person.uselessAt = clock.now();
  }

  /** What a call with the newest token says of the refresh before it. */
  function noteAnswer(person: Person, access: string, status: number) {
    if (access !== person.pair.access_token) return;
    if (status === 200) {
      person.useless = 0;
      person.verdict = 'good';
    } else if (person.verdict === 'none' && clock.now() - person.renewedAt < minute) {
      person.verdict = 'useless';
      noteUseless(person);
    }
  }

  function checkOutcome(person: Person, outcome: SendOutcome) {
    ends[outcome.kind] += 1;
    if (outcome.kind === 'answered') return;
    must(
      person.refusedAccess.has(person.pair.access_token),
      `no ${outcome.kind} while the access token has not been refused`,
    );
    if (outcome.kind === 'session_ended') {
      if (person.hasSignedOut) return;
      must(
        outcome.wasUseless ? person.useless > 3 : person.refreshRefused,
        'a session ends only after the service refused a refresh, or four were useless',
      );
    } else {
      must(outcome.retryAfterMs > 0 && outcome.retryAfterMs <= 20 * minute, 'a wait that ends');
      if (outcome.ahead === undefined) return;
      must(outcome.ahead >= 0 && outcome.ahead < people, 'a place among those who are there');
      ends.queued += 1;
      if (!person.refreshing) person.isQueued = true;
    }
  }

  /** Resolves with the status or the outcome's name; 'cut' where the connection was. */
  async function send(person: Person): Promise<number | string> {
    let sent = 0;
    let answered = 0;
    openCalls += 1;
    try {
      const outcome = await person.engine.send(async (access) => {
        sent += 1;
        must(sent === 1 || (sent === 2 && answered === 401), 'two sendings, the second after 401');
        const isCut = callsToCut > 0;
        if (isCut) callsToCut -= 1;
        await travel(`call with ${access} arrives`);
        answered = !person.alwaysRefused && service.accepts(access) ? 200 : 401;
        await travel(`call with ${access} is answered ${answered}`);
        if (isCut) throw new TypeError('cut');
        if (answered === 401) person.refusedAccess.add(access);
        noteAnswer(person, access, answered);
        return new Response(null, { status: answered });
      });
      checkOutcome(person, outcome);
      return outcome.kind === 'answered' ? outcome.response.status : outcome.kind;
    } catch (error) {
      must(error instanceof TypeError && error.message === 'cut', `send rejects: ${String(error)}`);
      return 'cut';
    } finally {
      openCalls -= 1;
    }
  }

  const persons = Array.from({ length: people }, newPerson);

  /** Lets everything arrive, and time pass, until nothing is in flight. */
  async function drain() {
    for (let round = 0; round < 12; round++) {
      await scheduler.waitIdle();
      let isIdle = false;
      void Promise.all(engines.map((engine) => engine.idle())).then(() => (isIdle = true));
      // Bodies are read in more turns than the clock gives to promises.
      await setImmediate();
      if (isIdle && openCalls === 0) return;
      await clock.advance(31_000);
    }
    throw new Error(`Something hangs: ${openCalls} calls are open`);
  }

  return {
    clock,
    service,
    persons,
    violations,
    refreshFaults,
    send,
    drain,
    cutNextCall: () => (callsToCut += 1),
    signInAgain(index: number) {
      const former = persons[index];
      if (former) former.hasSignedOut = true;
      former?.engine.close();
      persons[index] = newPerson();
    },
    /** Nothing goes wrong any more: everybody with a usable token works again. */
    async recover() {
      await drain();
      refreshFaults.length = 0;
      callsToCut = 0;
      for (const person of persons) person.alwaysRefused = false;
      // Those who queue are served though nobody calls; the longest back-off ends.
      for (const ms of [61_000, 61_000, 61_000, 28 * minute]) {
        await clock.advance(ms);
        await drain();
      }
      must(!persons.some(({ isQueued }) => isQueued), 'nobody loses a place in the queue');
      // The limit lets five of them renew their tokens in the first minute, the others in the second.
      const settled = new Set<Person>();
      for (let round = 0; round < 2; round++) {
        const ended = persons.map(async (person) => {
          const { access_token, refresh_token } = person.pair;
          const accepted = service.accepts(access_token);
          const renewable = service.renews(refresh_token);
          const trusted = accepted && !person.refusedAccess.has(access_token);
          const end = await send(person);
          if (end === 'refresh_busy') return;
          settled.add(person);
          must(end === 200 || end === 'session_ended', `works again or is over, but gets ${end}`);
          const isGivenUp = person.useless > 3;
          const hasGood = (renewable && !isGivenUp) || trusted;
          must(end === 200 || !hasGood, 'everybody with a good token works again');
          must(end !== 200 || renewable || accepted, 'everybody without one signs in again');
        });
        await drain();
        await Promise.all(ended);
        await clock.advance(61_000);
      }
      must(settled.size === people, 'nobody is kept waiting for more than a minute');
    },
  };
}

type World = ReturnType<typeof createWorld>;
type Command = fc.AsyncCommand<object, World>;

function command(name: string, act: (world: World) => unknown): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(_, world) {
      await act(world);
      expect(world.violations).toEqual([]);
    },
  };
}

const withPerson = (name: string, act: (world: World, person: Person, index: number) => unknown) =>
  fc.nat({ max: people - 1 }).map((index) =>
    command(`${name}(${index})`, (world) => {
      const person = world.persons[index];
      // What a call comes to is checked where it ends; the next command does not wait for it.
      if (person) void act(world, person, index);
    }),
  );

const waits = [100, 1000, 5_000, 11_000, 31_000, minute, 61_000, 20 * minute, 2.5 * hour, 4 * hour];
const faults: RefreshFault[] = ['cutBefore', 'cutAfter', 'hang', 'garbled', 429, 503, 403];

/** A person's call. */
const send = withPerson('send', (world, person) => world.send(person));
const wait = fc
  .constantFrom(...waits)
  .map((ms) => command(`wait(${ms})`, (world) => world.clock.advance(ms)));

const fail = fc
  .constantFrom(...faults)
  .map((fault) => command(`fail(${fault})`, (world) => world.refreshFaults.push(fault)));

const everybody = fc.constant(
  command('everybody', (world) => {
    for (const person of world.persons) void world.send(person);
  }),
);

const now = (name: string, act: (world: World) => unknown) => fc.constant(command(name, act));

const commands = fc.commands(
  [
    // As often as they are named.
    send,
    send,
    send,
    send,
    everybody,
    everybody,
    wait,
    wait,
    wait,
    fail,
    fail,
    now('decline', (world) => world.refreshFaults.push(403)),
    now('revokeAccess', (world) => world.service.revoke('access')),
    now('cutNextCall', (world) => world.cutNextCall()),
    withPerson('alwaysRefuse', (_, person) => {
      person.alwaysRefused = !person.alwaysRefused;
    }),
    withPerson('signInAgain', (world, person, index) => {
      if (person.refreshRefused || person.isQueued) world.signInAgain(index);
    }),
    fc.constantFrom(
      command('night', (world) => world.clock.advance(20 * hour)),
      command('revokeAll', (world) => world.service.revoke('all')),
      // Nothing much happens after those two.
      command('minute', (world) => world.clock.advance(minute)),
      command('second', (world) => world.clock.advance(1000)),
    ),
  ],
  { maxCommands: 40, size: 'max' },
);

describe('model of the token engine, with its calls in every order', () => {
  it(
    `over ${runs} runs: tokens are spent once, refreshes keep to the limit, nobody is signed out without reason, nothing hangs`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.boolean(),
          fc.integer({ min: 1, max: 1_000_000 }),
          commands,
          async (scheduler, endsAccess, seed, steps) => {
            const world = createWorld(scheduler, { endsAccess, seed });
            await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: world }), steps);
            await world.recover();
            expect(world.violations).toEqual([]);
          },
        ),
        { numRuns: runs },
      );
      // A model that never gets anywhere would agree with anything.
      for (const count of [...Object.values(seen), ...Object.values(ends)]) {
        expect(count).toBeGreaterThan(runs / 2);
      }
    },
    Math.max(60, runs / 20) * 1000,
  );
});
