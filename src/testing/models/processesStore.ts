import { StoreUnavailableError } from '#gateway/db/storeErrors.ts';
import type { Store } from '#gateway/store.ts';
import { type Clock, sleep } from '#lib/clock.ts';

import type { createOracle } from './processesOracle.ts';

/** Lease statements whose failure leaves the result of a refresh uncertain. */
export const criticalCalls = ['noteSpending', 'store', 'settle'] as const;
interface StoreFault {
  readonly at: 'before' | 'after';
  /** The next call with this name; undefined for the next call of any name. */
  readonly name?: (typeof criticalCalls)[number] | undefined;
}

/** The cases that the model covered in all its runs. */
export const metByStore = { unavailable: 0, stalled: 0 };

/** A dead gateway never gets an answer. */
export const never = new Promise<never>(() => {});

/** One store, shared by the model's gateways. */
export function createShakyStore(given: {
  readonly shared: Store;
  readonly clock: Clock;
  readonly oracle: ReturnType<typeof createOracle>;
  readonly travel: (label: string) => Promise<void>;
}) {
  const { shared, clock, oracle, travel } = given;
  let storeFaults: StoreFault[] = [];
  let stallsMs: number[] = [];

  /** The shared store as a gateway sees it: slow, sometimes unavailable, and silent once the gateway is dead. */
  function viewOf(isDead: () => boolean): Store {
    const through = <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, name, receiver) {
          const method: unknown = Reflect.get(target, name, receiver);
          if (typeof method !== 'function') return method;
          return async (...parameters: unknown[]) => {
            await travel(`${String(name)} is asked`);
            if (isDead()) return never;
            const fault = takeFault(String(name));
            if (fault === 'before') throw new StoreUnavailableError(new Error('away'));
            const result: unknown = await Reflect.apply(method, target, parameters);
            oracle.stored(String(name), parameters, result);
            if (fault === 'after') throw new StoreUnavailableError(new Error('cut'));
            await travel(`${String(name)} is answered`);
            if (name === 'noteSpending' && result === true) await stall();
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

  function takeFault(name: string) {
    const index = storeFaults.findIndex((fault) => fault.name === undefined || fault.name === name);
    if (index === -1) return undefined;
    metByStore.unavailable += 1;
    oracle.excuse(1);
    return storeFaults.splice(index, 1)[0]?.at;
  }

  /** The gateway stalls after noting the token, for longer than its lease. */
  async function stall() {
    const ms = stallsMs.shift();
    if (ms === undefined) return;
    metByStore.stalled += 1;
    oracle.excuse(1);
    await sleep(clock, ms);
  }

  return {
    viewOf,
    fail: (fault: StoreFault) => storeFaults.push(fault),
    stallAfterNote: (ms: number) => stallsMs.push(ms),
    heal() {
      storeFaults = [];
      stallsMs = [];
    },
  };
}
