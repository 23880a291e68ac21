import type { FleetScan, FleetScanEnd } from '#contract/inventory.ts';
import { type Clock, sleep } from '#lib/clock.ts';

import type { Store } from '../store.ts';
import type { Inventory } from './inventory.ts';
import type { FleetSummaries } from './inventorySummary.ts';

/** The end of a scan waits for lists that other gateways have forwarded but not stored yet. */
const maxChecks = 5;
const checkEveryMs = 1000;

/** Ends a scan, stores what its checks found, and compares it with the previous one. */
export type EndScan = ReturnType<typeof createScanEnd>;

/** The end of a fleet scan by a page or by the watch. */
export function createScanEnd(given: {
  readonly clock: Clock;
  readonly fleet: Pick<Inventory, 'caughtUp'>;
  readonly store: Pick<Store, 'scans' | 'alerts'>;
  readonly fleetSummary: Pick<FleetSummaries, 'counts'>;
}) {
  const { clock, fleet, fleetSummary } = given;
  const { scans, alerts } = given.store;

  /** The result of the pages seen; waits until they form the whole list and are stored, or no more are expected. */
  async function covered(customerId: string, { id, startedAt }: FleetScan, waits: boolean) {
    await fleet.caughtUp(customerId);
    for (let check = 1; ; check++) {
      // oxlint-disable-next-line no-await-in-loop -- checks again after a while
      const { things, isWhole } = await scans.coverage(id);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const shown = await scans.shownSince(customerId, startedAt);
      const isComplete = isWhole && shown >= things;
      if (isComplete || !waits || check === maxChecks) return { things, shown, isComplete };
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(clock, checkEveryMs);
    }
  }

  /**
   * A scan is complete only if the pages that gateways have seen form the whole list and are all stored: any SIM not
   * shown then counts as not found. The reader's own report can only downgrade the result. A service that lists
   * nothing at all does not prove that every SIM was removed.
   */
  return async (
    customerId: string,
    scan: FleetScan,
    { state, things: claimed }: FleetScanEnd,
  ): Promise<void> => {
    const { id } = scan;
    if (scan.state === 'running') {
      const seen = await covered(customerId, scan, state === 'complete');
      const isComplete = seen.isComplete && claimed <= seen.things;
      await scans.end({
        customerId,
        id,
        state: state === 'complete' && !isComplete ? 'partial' : state,
        things: Math.min(seen.shown, seen.things),
      });
    }
    try {
      // Written after the scan's end, which determines the SIMs not found; repeated if a gateway died in between.
      if (await scans.lacksCounts(customerId, id)) {
        await scans.keepCounts(customerId, id, await fleetSummary.counts(customerId));
      }
    } finally {
      // Only a complete scan shows what is new, and what has been resolved. Repeated likewise, but not once there is a
      // newer one, whose comparison this would interrupt.
      if ((await scans.known(customerId)).complete?.id === id) await alerts.compareScan(customerId);
    }
  };
}
