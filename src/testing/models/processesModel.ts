import { setImmediate } from 'node:timers/promises';

import type { Scheduler } from 'fast-check';

import { newTokens } from '#api/tokens/sessionTokens.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { sealedPairOf } from '#gateway/auth/rowTokens.ts';
import { sessionKey } from '#gateway/auth/sealedTokens.ts';
import { openStore } from '#gateway/store.ts';

import { manualClock } from '../fixtures/manualClock.ts';
import { seeded } from '../fixtures/seeded.ts';
import { storeOptions } from '../fixtures/storeOptions.ts';
import { createProcesses, type Gateway, met, type Person } from './processesGateway.ts';
import { createOracle } from './processesOracle.ts';
import { createShakyStore } from './processesStore.ts';
import { createTokenServiceModel } from './tokenServiceModel.ts';

export const people = 3;
export const gateways = 3;
const hour = 3_600_000;

/**
 * Three gateways on one store and a model of the service. The scheduler chooses the order in which calls are sent.
 */
export async function createProcessesModel(scheduler: Scheduler, seed: number) {
  const clock = manualClock();
  const service = createTokenServiceModel(clock, seed % 2 === 0);
  const given = {
    egress: 'default',
    now: clock.now,
    fleet: { fleetMs: 1000 },
    notes: { notesMs: 0 },
    alerts: storeOptions.alerts,
    history: { historyMs: 0, maxPutMs: 1 },
  };
  const limits = { idleMs: 1000 * hour, maxMs: 1000 * hour };
  const shared = await openStore({ kind: 'sqlite', file: null }, { ...given, limits });
  const oracle = createOracle(clock);
  const { must } = oracle;

  const random = seeded(seed);

  const travel = (label: string) => scheduler.schedule(Promise.resolve(), label);

  const shaky = createShakyStore({ shared, clock, oracle, travel });
  const { newGateway, kill, send } = createProcesses({
    people,
    clock,
    service,
    oracle,
    shaky,
    travel,
    random,
  });

  async function newPerson(number: number): Promise<Person> {
    const cookie = `cookie ${number}`;
    const pair: TokenPair = service.issue();
    const person = { cookie, key: sessionKey(cookie), isRefused: false, isEnded: false };
    await shared.sessions.create(
      {
        key: person.key,
        username: `user${number}`,
        customerId: 'cid',
        // One user typed the id: their refreshes wait behind the others' until it is confirmed.
        customerSource: number === 0 ? 'person' : 'known',
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
    violations: oracle.violations,
    send,
    settle,
    shaky,
    /** Signs a user out through a gateway outside the model, or with an operator's command. */
    async end(person: Person) {
      if (person.isEnded) return;
      person.isEnded = true;
      met.ended += 1;
      oracle.excuse(gateways);
      await shared.sessions.remove(person.key);
    },
    confirm: (person: Person) => shared.sessions.noteConfirmed(person.key, 'cid'),
    /** Kills a gateway that is waiting for the response to this user's refresh. */
    async crashInRefresh(gateway: Gateway, person: Person) {
      service.revoke('access');
      void send(gateway, person);
      for (let turn = 0; turn < 60 && scheduler.count() > 0; turn++) {
        const sender = running.findIndex(({ name }) => oracle.isSending(name));
        if (sender !== -1) {
          restart(sender);
          return;
        }
        await scheduler.waitNext(1);
        await setImmediate();
      }
    },
    restart,
    /** Ends all faults: every user with a usable token must be able to work again. */
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
        must((end === 200 && !person.isEnded) || isOver, `neither works nor has ended: ${end}`);
      }
      oracle.finish();
      await shared.close();
    },
  };
}
