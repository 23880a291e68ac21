import { setImmediate } from 'node:timers/promises';

import type { FleetScan } from '#contract/inventory.ts';
import type { DatabaseTarget } from '#gateway/db/databaseUrl.ts';
import { StoreUnavailableError } from '#gateway/db/storeErrors.ts';
import { createChangeDetector } from '#gateway/history/changeDetector.ts';
import { createInventory } from '#gateway/inventory/inventory.ts';
import { createScanEnd } from '#gateway/inventory/scanEnd.ts';
import { createFetchUpstream } from '#gateway/proxy/fetchUpstream.ts';
import { openStore, type Store } from '#gateway/store.ts';
import { embed } from '#gateway/upstream.ts';
import { createWatch } from '#gateway/watch/watch.ts';
import { createWatchMetrics } from '#gateway/watch/watchMetrics.ts';
import type { Clock } from '#lib/clock.ts';

import { manualClock } from '../fixtures/manualClock.ts';
import { storeOptions } from '../fixtures/storeOptions.ts';
import { watchedService } from '../fixtures/watchFixture.ts';

/** Several gateways that share one store and its watch, and what may happen to them at any step. */

const minute = 60_000;
const longFleetMs = 24 * 60 * minute;
export const gateways = 3;

/** What happens to a gateway at one of its next steps: a call to the store or the service, or its end. */
export type Fault =
  | { readonly kind: 'crash' }
  | { readonly kind: 'freeze'; readonly ms: number }
  /** The store does not answer; with `lose`, it has done the work. */
  | { readonly kind: 'refuse' | 'lose' };

/** How often the model met each situation, to show that its runs cover them. */
export const met = { crash: 0, freeze: 0, refuse: 0, lose: 0, fenced: 0, takenOver: 0 };

const never = new Promise<never>(() => {});
const nothing = () => {};

export async function createWatchModel(target: DatabaseTarget) {
  const clock = manualClock();
  const store = await openStore(target, {
    ...storeOptions,
    fleet: { fleetMs: longFleetMs },
    now: clock.now,
    timeoutMs: 60_000,
  });
  const service = watchedService(100);
  /** Calls to the store that are in progress: PostgreSQL takes its own time to answer. */
  const underWay = new Set<Promise<unknown>>();
  const signIns: number[] = [];
  const scanIds = new Set<string>();
  /** Whatever a gateway stored or sent after another one had taken the lease. */
  const late: string[] = [];
  service.state.fault = (request) => {
    if (request.url.endsWith('/v1/auth/token')) signIns.push(clock.now());
    return undefined;
  };

  function start(name: string) {
    let isDead = false;
    let ownLease = 0;
    let thawed: Promise<void> | undefined;
    let next: { inSteps: number; readonly fault: Fault } | undefined;

    /** @returns a fault that the store has to simulate */
    function faultNow(): 'refuse' | 'lose' | undefined {
      if (!next || next.inSteps-- > 0) return undefined;
      const { fault } = next;
      next = undefined;
      met[fault.kind] += 1;
      if (fault.kind === 'crash') isDead = true;
      else if (fault.kind === 'freeze') {
        thawed = new Promise((resolve) => {
          clock.after(fault.ms, () => {
            thawed = undefined;
            resolve();
          });
        });
      } else return fault.kind;
      return undefined;
    }

    async function step(): Promise<'refuse' | 'lose' | undefined> {
      const fault = isDead || thawed ? undefined : faultNow();
      if (isDead) return never;
      if (thawed) await thawed;
      return isDead ? never : fault;
    }

    async function call<T>(work: () => Promise<T>): Promise<T> {
      const fault = await step();
      const away = () => new StoreUnavailableError(new Error('away'));
      if (fault === 'refuse') throw away();
      const answer = work();
      underWay.add(answer);
      const result = await answer.finally(() => underWay.delete(answer));
      const after = await step();
      if (fault === 'lose' || after !== undefined) throw away();
      return result;
    }

    const wrapped = <T extends object>(part: T): T =>
      new Proxy(part, {
        get(methods, method) {
          const value: unknown = Reflect.get(methods, method);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) =>
            call(async (): Promise<unknown> => Reflect.apply(value, methods, given));
        },
      });

    const own: Clock = {
      now: clock.now,
      after: (ms, run) =>
        clock.after(ms, () => {
          if (isDead) return;
          if (thawed) void thawed.then(() => !isDead && run());
          else run();
        }),
    };
    const things: Store['things'] = {
      ...store.things,
      async accept(...lists) {
        const newest = newestLease;
        const accepted = await store.things.accept(...lists);
        for (const [index, { fence }] of lists.entries()) {
          if (!accepted[index]) met.fenced += 1;
          else if (fence && fence.leaseNumber < newest) late.push(`${name} stores`);
        }
        return accepted;
      },
    };
    const scans = wrapped({
      ...store.scans,
      async begin(given: Parameters<Store['scans']['begin']>[0]) {
        const scan = await store.scans.begin(given);
        scanIds.add(scan.id);
        return scan;
      },
    });
    const fleet = createInventory({
      store: { things: wrapped(things), scans },
      isOn: true,
      clock: own,
      onDropped: nothing,
    });
    const fetchUpstream = createFetchUpstream({
      upstream: embed(async (request) => {
        if (ownLease < newestLease) late.push(`${name} sends`);
        await step();
        const answer = await service.fetch(request);
        await step();
        return answer;
      }),
      version: '1.2.3',
      clientIpHeader: null,
      clock: own,
      metrics: { upstreamCall: nothing },
    });
    const leases = wrapped({
      ...store.watch,
      async take(given: Parameters<Store['watch']['take']>[0]) {
        const lease = await store.watch.take(given);
        if (lease && lease.holder !== held.by && lease.number > 1) met.takenOver += 1;
        ownLease = lease?.number ?? ownLease;
        newestLease = Math.max(newestLease, ownLease);
        return lease;
      },
      async extend(...given: Parameters<Store['watch']['extend']>) {
        const times = await store.watch.extend(...given);
        if (times) held = { by: name, at: clock.now() };
        return times;
      },
    });
    const watch = createWatch({
      watch: { username: 'watcher', password: 'secret', everyMs: minute, callsPerMinute: 120 },
      config: { customerId: null, customerIdClaim: null },
      store: { scans, watch: leases, alerts: wrapped(store.alerts) },
      fleet,
      detector: createChangeDetector({
        store: { snapshots: wrapped(store.snapshots) },
        limits: storeOptions.history,
        clock: own,
        onDropped: nothing,
      }),
      endScan: createScanEnd({
        clock: own,
        fleet,
        store: { scans, alerts: wrapped(store.alerts) },
        fleetSummary: { counts: async () => ({ counts: {}, states: {} }) },
      }),
      fetchUpstream,
      holder: name,
      clock: own,
      systemTime: clock.now,
      random: () => 0.5,
      log: nothing,
      metrics: createWatchMetrics(),
    });
    watch.start();
    return {
      name,
      isAlive: () => !isDead,
      kill: () => void (isDead = true),
      plan: (fault: Fault, inSteps: number) => void (next = { fault, inSteps }),
      clear: () => void (next = undefined),
    };
  }

  let newestLease = 0;
  let held = { by: '', at: 0 };
  let started = 0;
  const newGateway = () => start(`gateway ${++started}`);
  const running = Array.from({ length: gateways }, newGateway);

  async function settle(): Promise<void> {
    do {
      await Promise.allSettled(underWay);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
    } while (underWay.size > 0);
  }

  return {
    running,
    signIns,
    late,
    /** The running gateway that has extended its lease in the last ten seconds. */
    holder: () =>
      running.find(
        (gateway) =>
          gateway.isAlive() && gateway.name === held.by && clock.now() - held.at <= 10_000,
      ),
    pass: (ms: number) => clock.advance(ms, settle),
    /** Starts a new process in place of each that has crashed. */
    restart(): void {
      for (const [index, gateway] of running.entries()) {
        if (!gateway.isAlive()) running[index] = newGateway();
      }
    },
    now: clock.now,
    /** All scans, oldest first. */
    async scans(): Promise<readonly FleetScan[]> {
      const found = await Promise.all([...scanIds].map((id) => store.scans.find('cid_test', id)));
      return found.filter((scan) => scan !== undefined);
    },
    async end(): Promise<void> {
      for (const gateway of running) gateway.kill();
      await settle();
      await store.close();
    },
  };
}
