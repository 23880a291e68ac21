import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import {
  storedMessages,
  testCourier,
  testSender,
  writeMessages,
} from '#testing/fixtures/alertMessages.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { connect, gatewayDatabase, engines, withTables } from '#testing/fixtures/testDatabases.ts';

import type { Reply } from './courier.ts';
import { createOutbox, leaseMs } from './outbox.ts';

const names = ['a', 'b'];
const ids = names.map((name) => `msg_${name}`);

/** Thrown by every call of a process that has died. */
class Crash extends Error {}

/**
 * A process that dies at its nth step. Every call to the store and to the receiver is two steps: before it takes
 * effect, and after, before its result is known.
 */
function process(diesAt: number) {
  let step = 0;
  const pass = () => {
    if (++step >= diesAt) throw new Crash();
  };
  return {
    isDead: () => step >= diesAt,
    does:
      <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        pass();
        const result = await work(...given);
        pass();
        return result;
      },
  };
}

describe.each(engines)('W8: two gateways on %s', (engine) => {
  it('send each message at least once, always with the same id, never both at once, wherever they crash', async () => {
    const target = await gatewayDatabase(engine);
    const clock = manualClock();
    const databases = [await withTables(target, clock), connect(target, clock)] as const;
    const receives = new Map<string, number>();
    const atOnce = new Set<string>();

    /** The receiver refuses the first attempt to send one of the messages. */
    async function receive(id: string): Promise<Reply> {
      if (atOnce.has(id)) throw new Error(`${id} was sent by both at the same time`);
      atOnce.add(id);
      await setImmediate();
      atOnce.delete(id);
      const tries = (receives.get(id) ?? 0) + 1;
      receives.set(id, tries);
      const isRefused = id === 'msg_b' && tries === 1;
      return isRefused ? { kind: 'refused', answer: '500' } : { kind: 'sent', answer: '200' };
    }

    /** Starts a gateway, which sends until nothing is due or it dies. */
    async function run(gateway: 0 | 1, diesAt = Number.POSITIVE_INFINITY): Promise<void> {
      const { does, isDead } = process(diesAt);
      const { claim, note } = createOutbox(databases[gateway]);
      const sender = testSender({
        database: databases[gateway],
        clock,
        holder: crypto.randomUUID(),
        outbox: { claim: does(claim), note: does(note) },
        courier: testCourier(does(async (id: string) => receive(id))),
      });
      while (!isDead() && (await sender.sendNext().catch(() => false)));
    }

    // An attempt takes six steps, and the receiver refuses one, so some of these processes do not crash.
    for (let first = 1; first <= 16; first++) {
      receives.clear();
      await writeMessages(databases[0], names);
      await Promise.all([run(0, first), run(1, 17 - first)]);
      // Both are started again: now and after everything is due again.
      await Promise.all([run(0), run(1)]);
      await clock.advance(leaseMs + 5000);
      await Promise.all([run(0), run(1)]);
      await clock.advance(leaseMs + 5000);
      await run(1);

      const stored = await storedMessages(databases[0]);
      for (const id of ids)
        expect(stored.get(id), `${id}, ${first}`).toMatchObject({ state: 'sent' });
      expect([...stored.keys()]).toEqual(ids);
      // Only a crash makes a gateway send twice.
      const all = [...receives.values()].reduce((sum, each) => sum + each, 0);
      expect(all, `${first}`).toBeLessThanOrEqual(names.length + 1 + 2);
      expect([...receives.keys()].toSorted()).toEqual(ids);
      await databases[0].run((db) => db.deleteFrom('alertMessages').execute());
    }
  });
});
