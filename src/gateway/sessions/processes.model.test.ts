import { setImmediate } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRefreshCall, type RefreshOutcome } from '#api/tokens/refreshCall.ts';
import { newTokens } from '#api/tokens/sessionTokens.ts';
import { createTokenEngine, type TokenEngine } from '#api/tokens/tokenEngine.ts';
import { createTokenServiceModel } from '#api/tokens/tokenServiceModel.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { manualClock } from '#lib/clock.ts';

import { sealTokens, sessionKey } from '../store/sealedTokens.ts';
import { openStore, type Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/storeErrors.ts';
import { createSharedRefreshQueue } from './sharedRefreshQueue.ts';
import { createStoredTokens } from './storedTokens.ts';

const people = 3;
const gateways = 3;
const runs = Number(process.env['MODEL_RUNS'] ?? 150);
const minute = 60_000;
const hour = 60 * minute;

/** One refresh token as the service has seen it come. */
interface Spending {
  times: number;
  /** Gateways that have a refresh with it in flight. */
  readonly senders: Set<Gateway>;
  /** The gateway that has the answer, until it is in the store. */
  owner: Gateway | undefined;
  readonly key: string;
  /** Refreshes of which no gateway that still lives knows the answer. */
  unanswered: number;
  lastAt: number;
}

interface Person {
  readonly cookie: string;
  readonly key: string;
  /** A living gateway heard the service say 401 to a refresh of theirs. */
  isRefused: boolean;
}

interface Gateway {
  readonly name: string;
  isDead: boolean;
  readonly engines: Map<Person, TokenEngine>;
  readonly queue: ReturnType<typeof createSharedRefreshQueue>;
  readonly store: Store;
}

const seen = { refreshes: 0, interrupted: 0, twice: 0, unavailable: 0, joined: 0 };

async function createWorld(scheduler: fc.Scheduler, seed: number) {
  const clock = manualClock();
  const service = createTokenServiceModel(clock, seed % 2 === 0);
  const limits = { idleMs: 1000 * hour, maxMs: 1000 * hour };
  const history = { historyMs: 1000 * hour, maxPutMs: minute };
  const shared = await openStore(
    { kind: 'sqlite', file: null },
    { limits, egress: 'default', history, now: clock.now },
  );
  const violations: string[] = [];
  const spendings = new Map<string, Spending>();
  const refreshesAt: number[] = [];
  let storeFaults: ('before' | 'after')[] = [];
  let started = 0;
  let openCalls = 0;

  let state = seed;
  /** Looks random and is the same in every replay. */
  function random(): number {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  }

  function must(holds: boolean, rule: string) {
    if (!holds) violations.push(rule);
  }

  const travel = (label: string) => scheduler.schedule(Promise.resolve(), label);
  const never = new Promise<never>(() => {});

  /** The shared store as a gateway sees it: slow, sometimes away, and silent to the dead. */
  function viewOf(isDead: () => boolean): Store {
    const through = <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, name, receiver) {
          const method: unknown = Reflect.get(target, name, receiver);
          if (typeof method !== 'function') return method;
          return async (...given: unknown[]) => {
            await travel(`${String(name)} is asked`);
            if (isDead()) return never;
            const fault = storeFaults.shift();
            if (fault) seen.unavailable += 1;
            if (fault === 'before') throw new StoreUnavailableError(new Error('away'));
            const result: unknown = await Reflect.apply(method, target, given);
            if (['store', 'settle'].includes(String(name)) && result === true) noteStored(given[0]);
            if (fault === 'after') throw new StoreUnavailableError(new Error('cut'));
            await travel(`${String(name)} is answered`);
            return isDead() ? never : result;
          };
        },
      });
    const { sessions, leases, tickets } = shared;
    return {
      ...shared,
      sessions: through(sessions),
      leases: through(leases),
      tickets: through(tickets),
    };
  }

  function noteStored(lease: unknown) {
    const key: unknown = Reflect.get(Object(lease), 'key');
    for (const spending of spendings.values()) if (spending.key === key) spending.owner = undefined;
  }

  function newGateway(): Gateway {
    started += 1;
    const holder = `gateway ${started}`;
    const store = viewOf(() => gateway.isDead);
    const gateway: Gateway = {
      name: holder,
      isDead: false,
      engines: new Map(),
      store,
      queue: createSharedRefreshQueue({ tickets: store.tickets, holder, clock }),
    };
    return gateway;
  }

  function kill(gateway: Gateway) {
    gateway.isDead = true;
    gateway.queue.stop();
    for (const spending of spendings.values()) {
      const isOwner = spending.owner === gateway;
      if (!spending.senders.delete(gateway) && !isOwner) continue;
      spending.owner = undefined;
      spending.unanswered += 1;
      seen.interrupted += 1;
    }
  }

  async function refreshFrom(gateway: Gateway, person: Person, token: string) {
    const spending = spendings.get(token) ?? {
      times: 0,
      senders: new Set(),
      owner: undefined,
      key: person.key,
      unanswered: 0,
      lastAt: 0,
    };
    spendings.set(token, spending);
    must(spending.senders.size === 0, 'no two gateways send one token at the same moment');
    must(
      spending.times <= spending.unanswered,
      `a token is sent again only after an answer that nobody got`,
    );
    must(
      spending.times < 2 || clock.now() - spending.lastAt >= minute,
      'a token is sent twice at most, then rarely',
    );
    spending.lastAt = clock.now();
    if (spending.times === 1) seen.twice += 1;
    seen.refreshes += 1;
    spending.times += 1;
    spending.senders.add(gateway);
    refreshesAt.push(clock.now());
    const sixth = refreshesAt.at(-6);
    must(sixth === undefined || clock.now() - sixth >= minute, 'at most 5 refreshes in 60 s');
    const outcome: RefreshOutcome = await createRefreshCall({
      clock,
      async send() {
        await travel(`${token} arrives`);
        const answer = service.refresh(token);
        await travel(`${token} is answered`);
        return gateway.isDead ? never : answer;
      },
    })(token);
    if (gateway.isDead) return never;
    spending.senders.delete(gateway);
    spending.owner = gateway;
    if (outcome.kind === 'lost') spending.unanswered += 1;
    if (outcome.kind === 'refused') person.isRefused = true;
    return outcome;
  }

  async function engineOf(gateway: Gateway, person: Person): Promise<TokenEngine | undefined> {
    const row = await gateway.store.sessions.find(person.key);
    if (!row) return undefined;
    const known = gateway.engines.get(person);
    const tokens = knownTokens.get(known);
    if (known && tokens) {
      tokens.adopt(row);
      return known;
    }
    const stored = createStoredTokens({
      store: gateway.store,
      cookie: person.cookie,
      row,
      holder: gateway.name,
      clock,
    });
    const engine = createTokenEngine({
      store: stored,
      clock,
      random,
      queue: gateway.queue.forSession(person.key),
      refresh: (token) => refreshFrom(gateway, person, token),
    });
    // Somebody else may have been as fast.
    const other = gateway.engines.get(person);
    if (other) return other;
    knownTokens.set(engine, stored);
    gateway.engines.set(person, engine);
    return engine;
  }
  const knownTokens = new Map<
    TokenEngine | undefined,
    ReturnType<typeof createStoredTokens> | undefined
  >();

  async function newPerson(number: number): Promise<Person> {
    const cookie = `cookie ${number}`;
    const pair: TokenPair = service.issue();
    const { access, refresh, dueAt, overAt } = newTokens(pair, clock, random);
    const person = { cookie, key: sessionKey(cookie), isRefused: false };
    await shared.sessions.create(
      {
        key: person.key,
        username: `user${number}`,
        customerId: 'cid',
        customerSource: 'known',
        address: null,
        sealed: sealTokens(
          { accessToken: access, refreshToken: refresh },
          { cookie, generation: 1 },
        ),
        dueInMs: dueAt - clock.now(),
        overInMs: overAt - clock.now(),
      },
      [],
    );
    return person;
  }

  const persons: Person[] = [];
  for (let number = 0; number < people; number++) persons.push(await newPerson(number));
  const running = Array.from({ length: gateways }, newGateway);

  /** Resolves with the status or the outcome's name, 'away' without a store, 'dead' without a gateway. */
  async function call(gateway: Gateway, person: Person): Promise<number | string> {
    let sent = 0;
    const engine = await engineOf(gateway, person);
    if (!engine) return 'gone';
    const outcome = await engine.send(async (access) => {
      sent += 1;
      must(sent <= 2, 'two sendings at most');
      await travel(`call with ${access} arrives`);
      const status = service.accepts(access) ? 200 : 401;
      await travel(`call with ${access} is answered ${status}`);
      return gateway.isDead ? never : new Response(null, { status });
    });
    if (outcome.kind === 'refresh_busy') seen.joined += 1;
    if (outcome.kind === 'session_ended') {
      must(person.isRefused, 'nobody is signed out before the service refused a refresh');
    }
    return outcome.kind === 'answered' ? outcome.response.status : outcome.kind;
  }

  async function send(gateway: Gateway, person: Person): Promise<number | string> {
    openCalls += 1;
    try {
      return await call(gateway, person);
    } catch (error) {
      must(error instanceof StoreUnavailableError, `send rejects: ${String(error)}`);
      return 'away';
    } finally {
      openCalls -= 1;
    }
  }

  function restart(index: number) {
    const gateway = running[index];
    if (!gateway) return;
    kill(gateway);
    running[index] = newGateway();
  }

  async function settle(rounds = 1) {
    for (let round = 0; round < rounds; round++) {
      await scheduler.waitIdle();
      await setImmediate();
    }
  }

  return {
    clock,
    service,
    persons,
    running,
    violations,
    send,
    settle,
    failStore: (fault: 'before' | 'after') => storeFaults.push(fault),
    /** Ends a gateway that waits for the answer to a refresh of this person. */
    async crashInRefresh(gateway: Gateway, person: Person) {
      service.revoke('access');
      void send(gateway, person);
      for (let turn = 0; turn < 60 && scheduler.count() > 0; turn++) {
        const sender = running.findIndex((other) =>
          [...spendings.values()].some(({ senders }) => senders.has(other)),
        );
        if (sender !== -1) {
          restart(sender);
          return;
        }
        await scheduler.waitNext(1);
        await setImmediate();
      }
    },
    restart,
    /** Nothing goes wrong any more: everybody with a usable token works again. */
    async recover() {
      storeFaults = [];
      for (let round = 0; round < 40; round++) {
        await settle(4);
        await clock.advance(10_000);
      }
      const works = new Map<Person, number | string>();
      for (let round = 0; round < 12; round++) {
        for (const [index, person] of persons.entries()) {
          const gateway = running[(index + round) % gateways];
          if (gateway) void send(gateway, person).then((end) => works.set(person, end));
        }
        for (let step = 0; step < 4; step++) {
          await settle(4);
          await clock.advance(5_000);
        }
      }
      await settle(4);
      for (const person of persons) {
        const end = works.get(person);
        must(
          end === 200 || (end === 'session_ended' && person.isRefused),
          `works again or is over, but gets ${end}`,
        );
      }
      await shared.close();
    },
  };
}

type World = Awaited<ReturnType<typeof createWorld>>;
type Step = (world: World) => unknown;

const waits = [100, 1000, 6_000, 21_000, minute, 20 * minute, 2.5 * hour, 4 * hour];

const step: fc.Arbitrary<[string, Step]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(gateways - 1), fc.nat(people - 1))
      .map(([at, who]): [string, Step] => [
        `send(${at}, ${who})`,
        ({ running, persons, send }) => {
          const [gateway, person] = [running[at], persons[who]];
          if (gateway && person) void send(gateway, person);
        },
      ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...waits)
      .map((ms): [string, Step] => [`wait(${ms})`, ({ clock }) => clock.advance(ms)]),
  },
  {
    weight: 2,
    arbitrary: fc
      .nat(gateways - 1)
      .map((at): [string, Step] => [`kill(${at})`, (world) => world.restart(at)]),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('before' as const, 'after' as const)
      .map((fault): [string, Step] => [`failStore(${fault})`, (world) => world.failStore(fault)]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(gateways - 1), fc.nat(people - 1))
      .map(([at, who]): [string, Step] => [
        `crashInRefresh(${at}, ${who})`,
        ({ running, persons, crashInRefresh }) => {
          const [gateway, person] = [running[at], persons[who]];
          return gateway && person && crashInRefresh(gateway, person);
        },
      ]),
  },
  {
    weight: 2,
    arbitrary: fc.constant<[string, Step]>([
      'revokeAccess',
      ({ service }) => service.revoke('access'),
    ]),
  },
);

describe('S4, S5: three gateways on one store', () => {
  it(
    'spend each refresh token once but for a lost answer, keep to one budget, and sign nobody out',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.integer({ min: 1, max: 1_000_000 }),
          fc.array(step, { minLength: 5, maxLength: 30 }),
          async (scheduler, seed, steps) => {
            const world = await createWorld(scheduler, seed);
            for (const [, take] of steps) {
              await take(world);
              await scheduler.waitNext(Math.min(3, scheduler.count())).catch(() => {});
              await setImmediate();
            }
            await world.recover();
            expect(world.violations).toEqual([]);
          },
        ),
        { numRuns: runs },
      );
      // A model that never gets anywhere would agree with anything.
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
    },
    Math.max(60, runs) * 1000,
  );
});
