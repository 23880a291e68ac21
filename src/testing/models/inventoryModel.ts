import { setImmediate } from 'node:timers/promises';

import type fc from 'fast-check';

import type { ThingEvent } from '#contract/inventoryThings.ts';
import type { Database } from '#gateway/db/database.ts';
import { StoreUnavailableError } from '#gateway/db/storeErrors.ts';
import { createInventory, type Inventory } from '#gateway/inventory/inventory.ts';
import { createThingEvents } from '#gateway/inventory/thingEvents.ts';
import { createThingSnapshots, type ThingSnapshots } from '#gateway/inventory/thingSnapshots.ts';

import { manualClock } from '../fixtures/manualClock.ts';
import { bodyOf, type List, type Truth } from './inventoryService.ts';

/** The cases that the model covered in all its runs. */
export const met = { killed: 0, failed: 0, dropped: 0, overtaken: 0, together: 0, alone: 0 };

let models = 0;

interface Gateway {
  isDead: boolean;
  readonly inventory: Inventory;
}

/**
 * Two gateways that keep the inventory of one customer; no other model uses this customer.
 *
 * @param database a database with its tables, shared by all models because opening one takes longer than a history
 * @param scheduler decides when each call to the store and its response arrive; immediately if omitted
 */
export function createInventoryModel(database: Database, truth: Truth, scheduler?: fc.Scheduler) {
  const customerId = `cid_${++models}`;
  const shared = createThingSnapshots(database, { fleetMs: 0 });
  const faults: ('fail before' | 'fail after')[] = [];
  /** Whether a gateway died or the store failed, in which case events may have been lost. */
  let hasFaults = false;
  let dropped = 0;
  const alone = new Set<List>();

  const travel = async (label: string) => {
    if (scheduler) await scheduler.schedule(Promise.resolve(), label);
  };

  function viewOf(isDead: () => boolean): ThingSnapshots {
    async function through<T>(label: string, work: () => Promise<T>): Promise<T> {
      await travel(`${label} arrives`);
      if (isDead()) return never;
      const fault = faults.shift();
      if (fault !== undefined) {
        met.failed += 1;
        hasFaults = true;
      }
      if (fault === 'fail before') throw new StoreUnavailableError(new Error('away'));
      const result = await work();
      if (fault === 'fail after') throw new StoreUnavailableError(new Error('cut'));
      await travel(`${label} is answered`);
      return isDead() ? never : result;
    }
    return {
      ...shared,
      load: (...given) => through('load', () => shared.load(...given)),
      accept: (...lists) =>
        through('accept', async () => {
          const accepted = await shared.accept(...lists);
          if (lists.length > 1) met.together += 1;
          if (lists.some(({ snapshots }, at) => (accepted[at]?.size ?? 0) < snapshots.length)) {
            met.overtaken += 1;
          }
          return accepted;
        }),
    };
  }

  function newGateway(): Gateway {
    const inventory = createInventory({
      store: {
        things: viewOf(() => gateway.isDead),
        scans: { runningSince: async () => null, runningOf: async () => undefined },
      },
      isOn: true,
      clock: manualClock(),
      onDropped() {
        met.dropped += 1;
        dropped += 1;
      },
    });
    const gateway: Gateway = { isDead: false, inventory };
    return gateway;
  }

  const running = [newGateway(), newGateway()];

  function list(at: number, given: List) {
    const { askedAt, answeredAt } = given;
    const body = new TextEncoder().encode(JSON.stringify(bodyOf(truth, given)));
    running[at]?.inventory.record(customerId, { askedAt, answeredAt }, body);
  }

  /** Resolves when the live gateways have stored everything they received. */
  async function idle() {
    const done = Promise.all(running.map(({ inventory }) => inventory.idle())).then(() => true);
    while (!(await Promise.race([done, setImmediate(false)]))) await scheduler?.waitIdle();
  }

  return {
    list,
    idle,
    /** Passes a list to its gateway; if required, no other list is in progress at the same time. */
    async take(given: List) {
      if (given.isAlone) {
        await idle();
        alone.add(given);
        met.alone += 1;
      }
      list(given.gateway, given);
      if (given.isAlone) await idle();
    },
    fail: (fault: 'fail before' | 'fail after') => faults.push(fault),
    kill(at: number) {
      const gateway = running[at];
      if (!gateway) return;
      gateway.isDead = true;
      hasFaults = true;
      met.killed += 1;
      running[at] = newGateway();
    },
    wasAlone: (given: List) => alone.has(given),
    hasFaults: () => hasFaults,
    dropped: () => dropped,
    async events(): Promise<readonly ThingEvent[]> {
      const { page } = createThingEvents(database, { fleetMs: Number.MAX_SAFE_INTEGER });
      return (await page({ filter: { customerId }, before: null, size: 10_000 })).rows.toReversed();
    },
  };
}
export type InventoryModel = ReturnType<typeof createInventoryModel>;

/** A dead gateway never gets an answer. */
const never = new Promise<never>(() => {});
