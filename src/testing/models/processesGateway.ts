import { createRefreshCall, type RefreshOutcome } from '#api/tokens/refreshCall.ts';
import { createTokenEngine, type TokenEngine } from '#api/tokens/tokenEngine.ts';
import { createSharedRefreshQueue } from '#gateway/auth/sharedRefreshQueue.ts';
import { createStoredTokens } from '#gateway/auth/storedTokens.ts';
import { StoreUnavailableError } from '#gateway/db/storeErrors.ts';
import type { Store } from '#gateway/store.ts';
import type { Clock } from '#lib/clock.ts';

import type { createOracle } from './processesOracle.ts';
import { type createShakyStore, never } from './processesStore.ts';
import type { createTokenServiceModel } from './tokenServiceModel.ts';

export interface Person {
  readonly cookie: string;
  readonly key: string;
  /** A live gateway got a 401 from the service for this user's refresh. */
  isRefused: boolean;
  /** An operator, or another gateway, ended the session. */
  isEnded: boolean;
}

export interface Gateway {
  readonly name: string;
  isDead: boolean;
  readonly engines: Map<Person, TokenEngine>;
  readonly queue: ReturnType<typeof createSharedRefreshQueue>;
  readonly store: Store;
}

/** The cases that the model covered in all its runs, besides those of oracle and store. */
export const met = { joined: 0, ended: 0 };

/** The model's gateways: each has its own engines, and shares the store with the others. */
export function createProcesses(given: {
  readonly people: number;
  readonly clock: Clock;
  readonly service: ReturnType<typeof createTokenServiceModel>;
  readonly oracle: ReturnType<typeof createOracle>;
  readonly shaky: ReturnType<typeof createShakyStore>;
  readonly travel: (label: string) => Promise<void>;
  readonly random: () => number;
}) {
  const { people, clock, service, oracle, shaky, travel, random } = given;
  const { must } = oracle;
  let started = 0;

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
    oracle.excuse(people);
    gateway.queue.stop();
    oracle.killed(gateway.name);
  }

  async function refreshFrom(gateway: Gateway, person: Person, token: string) {
    oracle.sent(token, person.key, gateway.name);
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
    oracle.answered(token, gateway.name, outcome);
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
    // Another call may have created an engine in the meantime.
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

  /** Resolves with the status or the outcome's name, 'away' without a store, 'dead' if the gateway was killed. */
  async function call(gateway: Gateway, person: Person): Promise<number | string> {
    let sent = 0;
    const engine = await engineOf(gateway, person);
    if (!engine) return 'gone';
    const outcome = await engine.send(async (access) => {
      sent += 1;
      must(sent <= 2, 'at most two sends');
      await travel(`call with ${access} arrives`);
      const status = service.accepts(access) ? 200 : 401;
      await travel(`call with ${access} is answered ${status}`);
      return gateway.isDead ? never : new Response(null, { status });
    });
    if (outcome.kind === 'refresh_busy') met.joined += 1;
    if (outcome.kind === 'session_ended') {
      must(
        person.isRefused || person.isEnded,
        'a session ends only after the service refused a refresh',
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

  return { newGateway, kill, send };
}
