import {
  type FleetScan,
  fleetChecks,
  type FleetSummary,
  nothingRemembered,
  type WatchStanding,
} from '#contract/inventory.ts';
import type { Clock } from '#lib/clock.ts';

import type { GatewayConfig } from '../ops/config.ts';
import type { Store } from '../store.ts';
import type { FleetFigures } from './inventoryFigures.ts';
import { type KnownScans, maxScanMs, type ScanCounts } from './scans.ts';

/** Computing the figures means scanning all of a customer's SIMs, and every open page requests them. */
const figuresMs = 5000;

/** If a scanning page has been quiet for longer than its longest wait (see src/lib/retryAfter.ts), it was closed. */
export const maxPauseMs = 60 * 60_000;

const day = 24 * 60 * 60_000;

export type FleetSummaries = ReturnType<typeof createFleetSummaries>;

/** The figures for a customer's inventory, as returned by `GET /records/fleet`. */
export function createFleetSummaries(given: {
  readonly store: Pick<Store, 'fleet' | 'scans' | 'things' | 'watch'>;
  readonly config: Pick<GatewayConfig, 'inventory' | 'fleetMs' | 'watch'>;
  readonly clock: Clock;
}) {
  const { store, config, clock } = given;
  const keptFigures = new Map<string, { readonly at: number; readonly figures: FleetFigures }>();
  const pending = new Map<string, Promise<FleetFigures>>();

  /** Cached with the latest scans as the key, because these determine which SIMs count as found. */
  async function figuresOf(customerId: string, scans: KnownScans): Promise<FleetFigures> {
    const { complete, latest } = scans;
    const key = JSON.stringify([customerId, complete?.id, latest?.id]);
    for (const [old, { at }] of keptFigures) {
      if (clock.now() - at >= figuresMs) keptFigures.delete(old);
    }
    const kept = keptFigures.get(key);
    if (kept) return kept.figures;
    const scan =
      pending.get(key) ?? store.fleet.figures(customerId, scans).finally(() => pending.delete(key));
    pending.set(key, scan);
    const figures = await scan;
    keptFigures.set(key, { at: clock.now(), figures });
    return figures;
  }

  /** Only for the customer whose fleet is read, once that is known. */
  async function watchOf(customerId: string): Promise<WatchStanding | null> {
    if (!config.watch) return null;
    const { username, everyMs } = config.watch;
    const stored = await store.watch.standing();
    if (stored && (stored.customerId ?? customerId) !== customerId) return null;
    const { nextAt, problem } = stored ?? { nextAt: 0, problem: null };
    const everyMinutes = everyMs / 60_000;
    return { username, everyMinutes, nextAt: nextAt === 0 ? null : nextAt, problem };
  }

  /** Nothing ends a scan whose page was closed: it counts as stopped once it has listed nothing for a long time. */
  async function asItStands(customerId: string, latest: FleetScan, now: number) {
    if (latest.state !== 'running') return latest;
    const { things, last } = await store.scans.coverage(latest.id);
    const shown = await store.things.load(customerId, [last]);
    const aliveAt = Math.max(latest.startedAt, shown.get(last)?.answeredAt ?? 0);
    const isGone = now - aliveAt > maxPauseMs || now - latest.startedAt > maxScanMs;
    const end = isGone ? { state: 'stopped' as const, endedAt: aliveAt } : { heardAt: aliveAt };
    return { ...latest, things, ...end };
  }

  return {
    async read(customerId: string): Promise<FleetSummary> {
      if (!config.inventory) return { ...nothingRemembered, keptDays: 0, watch: null };
      const scans = await store.scans.known(customerId);
      const { checks, ...figures } = await figuresOf(customerId, scans);
      const { complete, latest, previous } = scans;
      return {
        keptDays: Math.round(config.fleetMs / day),
        ...figures,
        complete,
        latest: latest && (await asItStands(customerId, latest, scans.now)),
        previous: previous?.scan ?? null,
        checks: fleetChecks.map((check) => {
          const { count, of } = checks.get(check) ?? { count: 0, of: 0 };
          return { check, count, of, before: previous?.counts[check] ?? null };
        }),
        watch: await watchOf(customerId),
      };
    },

    /** The current number of SIMs found by each check, and in each state. */
    async counts(customerId: string): Promise<ScanCounts> {
      const scans = await store.scans.known(customerId);
      const { checks, states = {} } = await store.fleet.figures(customerId, scans);
      const counts = Object.fromEntries([...checks].map(([check, { count }]) => [check, count]));
      return { counts, states };
    },
  };
}
