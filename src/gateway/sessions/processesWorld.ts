import { setImmediate } from 'node:timers/promises';

import type { Scheduler } from 'fast-check';

import { createRefreshCall, type RefreshOutcome } from '#api/tokens/refreshCall.ts';
import { newTokens } from '#api/tokens/sessionTokens.ts';
import { createTokenEngine, type TokenEngine } from '#api/tokens/tokenEngine.ts';
import { createTokenServiceModel } from '#api/tokens/tokenServiceModel.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { manualClock } from '#lib/clock.ts';

import { sessionKey } from '../store/sealedTokens.ts';
import { openStore, type Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/storeErrors.ts';
import { createJudge } from './processesJudge.ts';
import { createShakyStore, never } from './processesStore.ts';
import { sealedPairOf } from './rowTokens.ts';
import { createSharedRefreshQueue } from './sharedRefreshQueue.ts';
import { createStoredTokens } from './storedTokens.ts';

export const people = 3;
export const gateways = 3;
const hour = 3_600_000;

interface Person {
  readonly cookie: string;
  readonly key: string;
  /** A living gateway heard the service say 401 to a refresh of theirs. */
  isRefused: boolean;
  /** An operator, or another gateway, ended the session. */
  isEnded: boolean;
}

interface Gateway {
  readonly name: string;
  isDead: boolean;
  readonly engines: Map<Person, TokenEngine>;
  readonly queue: ReturnType<typeof createSharedRefreshQueue>;
  readonly store: Store;
}

/** What the model has met in all of its runs, beside what judge and store have. */
export const met = { joined: 0, ended: 0 };

/** Three gateways on one store and a model of the service, whose calls travel in an order that the scheduler chooses. */
export async function createWorld(scheduler: Scheduler, seed: number) {
  const clock = manualClock();
  const service = createTokenServiceModel(clock, seed % 2 === 0);
  const given = {
    egress: 'default',
    now: clock.now,
    fleet: { fleetMs: 1000 },
    history: { historyMs: 0, maxPutMs: 1 },
  };
  const limits = { idleMs: 1000 * hour, maxMs: 1000 * hour };
  const shared = await openStore({ kind: 'sqlite', file: null }, { ...given, limits });
  const judge = createJudge(clock);
  const { must } = judge;
  let started = 0;

  let state = seed;
  /** Looks random and is the same in every replay. */
  function random(): number {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  }

  const travel = (label: string) => scheduler.schedule(Promise.resolve(), label);

  const shaky = createShakyStore({ shared, clock, judge, travel });

  function newGateway(): Gateway {
    started += 1;
    const holder = `gateway ${started}`;
    const store = shaky.viewOf(() => gateway.isDead);
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
    judge.excuse(people);
    gateway.queue.stop();
    judge.killed(gateway.name);
  }

  async function refreshFrom(gateway: Gateway, person: Person, token: string) {
    judge.sent(token, person.key, gateway.name);
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
    judge.answered(token, gateway.name, outcome);
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
    const person = {
      cookie,
      key: sessionKey(cookie),
      isRefused: false,
      isEnded: false,
    };
    await shared.sessions.create(
      {
        key: person.key,
        username: `user${number}`,
        customerId: 'cid',
        customerSource: 'known',
        address: null,
        ...sealedPairOf(newTokens(pair, clock, random), cookie, clock.now()),
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
    if (outcome.kind === 'refresh_busy') met.joined += 1;
    if (outcome.kind === 'session_ended') {
      must(
        person.isRefused || person.isEnded,
        'nobody is signed out before the service refused a refresh',
      );
    }
    return outcome.kind === 'answered' ? outcome.response.status : outcome.kind;
  }

  async function send(gateway: Gateway, person: Person): Promise<number | string> {
    try {
      return await call(gateway, person);
    } catch (error) {
      must(error instanceof StoreUnavailableError, `send rejects: ${String(error)}`);
      return 'away';
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
    violations: judge.violations,
    send,
    settle,
    shaky,
    /** Signs somebody out by way of a gateway that is not among these, or of an operator's command. */
    async end(person: Person) {
      if (person.isEnded) return;
      person.isEnded = true;
      met.ended += 1;
      judge.excuse(gateways);
      await shared.sessions.remove(person.key);
    },
    /** Ends a gateway that waits for the answer to a refresh of this person. */
    async crashInRefresh(gateway: Gateway, person: Person) {
      service.revoke('access');
      void send(gateway, person);
      for (let turn = 0; turn < 60 && scheduler.count() > 0; turn++) {
        const sender = running.findIndex(({ name }) => judge.isSending(name));
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
      shaky.heal();
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
        const isOver = person.isEnded
          ? end === 'gone'
          : end === 'session_ended' && person.isRefused;
        must((end === 200 && !person.isEnded) || isOver, `works again or is over, but gets ${end}`);
      }
      judge.finish();
      await shared.close();
    },
  };
}
