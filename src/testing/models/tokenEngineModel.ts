import type { Scheduler } from 'fast-check';

import { createRefreshCall } from '#api/tokens/refreshCall.ts';
import { createOwnTurns } from '#api/tokens/refreshQueue.ts';
import { newTokens } from '#api/tokens/sessionTokens.ts';
import { createTokenEngine, type TokenEngine } from '#api/tokens/tokenEngine.ts';
import { createMemoryTokenRecord } from '#api/tokens/tokenRecord.ts';

import { manualClock } from '../fixtures/manualClock.ts';
import { seeded } from '../fixtures/seeded.ts';
import { createOracle, people, type Person, type Tab } from './tokenEngineOracle.ts';
import { createTokenServiceModel } from './tokenServiceModel.ts';

const minute = 60_000;

/** The fault of one refresh in transit. A hanging refresh never arrives. */
export type RefreshFault = 'cutBefore' | 'cutAfter' | 'hang' | 'garbled' | 429 | 503 | 403;

/**
 * Several tabs without a gateway, on a model of the service. They share the service's limit, but no queue. The
 * scheduler chooses the order in which calls are sent.
 *
 * @param options.nextTurn a function that resolves in the next turn of the event loop
 */
export function createTokenEngineModel(
  scheduler: Scheduler,
  options: { endsAccess: boolean; seed: number; nextTurn: () => Promise<void> },
) {
  const clock = manualClock();
  const service = createTokenServiceModel(clock, options.endsAccess);
  const oracle = createOracle(clock);
  const { must } = oracle;
  const refreshFaults: RefreshFault[] = [];
  const engines: TokenEngine[] = [];
  let callsToCut = 0;
  let openCalls = 0;

  const random = seeded(options.seed);

  /** One leg of a request's journey; the scheduler decides how long it takes. */
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

  function newPerson(tab: Tab = { queue: createOwnTurns(clock), refreshesAt: [] }): Person {
    const post = createRefreshCall({ clock, send: postRefresh });
    const pair = service.issue();
    const engine = createTokenEngine({
      store: createMemoryTokenRecord(newTokens(pair, clock, random)),
      clock,
      random,
      queue: tab.queue,
      async refresh(token) {
        oracle.refreshBegins(person, token);
        const outcome = await post(token);
        oracle.refreshEnds(person, token, outcome);
        return outcome;
      },
    });
    engines.push(engine);
    const person: Person = {
      engine,
      tab,
      pair,
      refreshing: false,
      refreshRefused: false,
      refusedAccess: new Set(),
      alwaysRefused: false,
      isUnconfirmed: engines.length % 2 === 0,
      signedInAt: clock.now(),
      useless: 0,
      uselessAt: -Infinity,
      renewedAt: -Infinity,
      verdict: 'none',
      isQueued: false,
      hasSignedOut: false,
    };
    return person;
  }

  /** Resolves with the status or the outcome's name; 'cut' if the connection was cut. */
  async function send(person: Person): Promise<number | string> {
    let sent = 0;
    let answered = 0;
    openCalls += 1;
    try {
      const request = async (access: string) => {
        sent += 1;
        must(sent === 1 || (sent === 2 && answered === 401), 'two sends only after a 401');
        const isCut = callsToCut > 0;
        if (isCut) callsToCut -= 1;
        await travel(`call with ${access} arrives`);
        answered = !person.alwaysRefused && service.accepts(access) ? 200 : 401;
        await travel(`call with ${access} is answered ${answered}`);
        if (isCut) throw new TypeError('cut');
        if (answered === 401) person.refusedAccess.add(access);
        oracle.noteAnswer(person, access, answered);
        return new Response(null, { status: answered });
      };
      const outcome = await person.engine.send(request, {
        isUnconfirmed: () => person.isUnconfirmed,
      });
      oracle.checkOutcome(person, outcome);
      return outcome.kind === 'answered' ? outcome.response.status : outcome.kind;
    } catch (error) {
      must(error instanceof TypeError && error.message === 'cut', `send rejects: ${String(error)}`);
      return 'cut';
    } finally {
      openCalls -= 1;
    }
  }

  const persons = Array.from({ length: people }, () => newPerson());

  /** Delivers everything, and lets time pass, until nothing is in flight. */
  async function drain() {
    for (let round = 0; round < 12; round++) {
      await scheduler.waitIdle();
      let isIdle = false;
      void Promise.all(engines.map((engine) => engine.idle())).then(() => (isIdle = true));
      // Reading a body takes longer than the test clock waits for promises to settle.
      await options.nextTurn();
      if (isIdle && openCalls === 0) return;
      await clock.advance(31_000);
    }
    throw new Error(`${openCalls} calls hang`);
  }

  return {
    clock,
    service,
    persons,
    violations: oracle.violations,
    refreshFaults,
    send,
    drain,
    cutNextCall: () => (callsToCut += 1),
    signInAgain(index: number) {
      const former = persons[index];
      if (former) former.hasSignedOut = true;
      former?.engine.close();
      persons[index] = newPerson(former?.tab);
    },
    /** Ends all faults: every user with a usable token must work again. */
    async recover() {
      await drain();
      refreshFaults.length = 0;
      callsToCut = 0;
      for (const person of persons) person.alwaysRefused = false;
      // The queue is served even without calls. The wait covers the longest back-off.
      for (const ms of [61_000, 61_000, 61_000, 28 * minute]) {
        await clock.advance(ms);
        await drain();
      }
      must(!persons.some(({ isQueued }) => isQueued), 'no user loses a place in the queue');
      // The limit lets five users renew their tokens in the first minute, the others in the second.
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
          if (end === 401 && oracle.mayStayRefused(person)) return;
          must(end === 200 || end === 'session_ended', `neither works nor has ended: ${end}`);
          const isGivenUp = person.useless > 3;
          const hasGood = (renewable && !isGivenUp) || trusted;
          must(end === 200 || !hasGood, 'each user with a good token works again');
          must(end !== 200 || renewable || accepted, 'each user without one signs in again');
        });
        await drain();
        await Promise.all(ended);
        await clock.advance(61_000);
      }
      must(settled.size === people, 'no user waits for more than a minute');
    },
  };
}

export type TokenEngineModel = ReturnType<typeof createTokenEngineModel>;
