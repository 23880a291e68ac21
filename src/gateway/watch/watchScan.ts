import { endpoints } from '#contract/endpoints.ts';
import type { FleetScan } from '#contract/inventory.ts';
import { maxThingsLimit, scanStep } from '#contract/thingsQuery.ts';
import type { Clock } from '#lib/clock.ts';

import { storeSpan } from '../auth/sessions.ts';
import type { ChangeDetector } from '../history/changeDetector.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { maxPauseMs } from '../inventory/inventorySummary.ts';
import { readThingsList } from '../inventory/listedThings.ts';
import type { EndScan } from '../inventory/scanEnd.ts';
import { type SeenPage, seenPage } from '../inventory/scanPage.ts';
import { confirmsCustomer } from '../proxy/confirmsCustomer.ts';
import { isReadableList, parseList } from '../proxy/readableList.ts';
import type { Store } from '../store.ts';
import type { HeldLease } from './heldLease.ts';
import type { TechnicalUser } from './technicalUser.ts';
import { WatchError } from './watchCalls.ts';

/** How often the watch checks whether a person is reading the fleet, and whether its own scan still counts. */
const lookEveryMs = 10_000;

/** Otherwise, anyone who starts a scan every hour would keep the watch from scanning. */
const maxWaitMs = 4 * 60 * 60_000;

/** How many pages in a row may not begin with the last row of the page before: the service may not page at all. */
const maxApart = 10;

/** The scan must not continue: someone signed in as the technical user began another, or the customer has changed. */
export class ScanEndedError extends Error {
  override readonly name = 'ScanEndedError';
}

export interface WatchScanParts {
  readonly username: string;
  readonly clock: Clock;
  readonly store: Pick<Store, 'scans'>;
  readonly fleet: Pick<Inventory, 'record' | 'caughtUp'>;
  readonly detector: Pick<ChangeDetector, 'detect' | 'idle'>;
  readonly endScan: EndScan;
  readonly user: Pick<TechnicalUser, 'read'>;
  readonly held: HeldLease;
  /** @throws if the watch must not go on */
  readonly onDefect: (error: unknown) => void;
}

/** Scans the fleet as a page does, except that its calls follow one another. */
export function createWatchScan(given: WatchScanParts) {
  const { username, clock, fleet, detector, user, held } = given;
  const { scans } = given.store;
  let confirmedId: string | undefined;
  /** Signs of life from people's scans, and when they last changed. */
  let others: { readonly signs: string; readonly since: number } | undefined;
  /** How long the current scan has waited for people. */
  let waitedMs = 0;

  /** A new sign-in may find that the technical user has been moved to another customer. */
  async function read(customerId: string, ...asked: Parameters<TechnicalUser['read']>) {
    const list = await user.read(...asked);
    if (list.customerId !== customerId) throw new ScanEndedError();
    return list;
  }

  const listGroups = (customerId: string) =>
    read(customerId, endpoints.listThingsGroups, new URLSearchParams());
  const listPage = (customerId: string, page: number) => {
    const offset = String(page * scanStep);
    return read(
      customerId,
      endpoints.listThings,
      new URLSearchParams({ 'sortBy[ThingName]': 'ASC', limit: String(maxThingsLimit), offset }),
    );
  };

  /** Nothing is stored under a customer id before the service has confirmed it with a list (C5). */
  async function confirm(customerId: string): Promise<void> {
    if (confirmedId === customerId) return;
    const byGroup = { customerId, confirmsBy: 'ThingsGroupId' };
    const isConfirmed =
      confirmsCustomer((await listGroups(customerId)).body, byGroup) ||
      confirmsCustomer((await listPage(customerId, 0)).body, {
        customerId,
        confirmsBy: 'ExternalUniqueId',
      });
    if (!isConfirmed) {
      throw new WatchError(
        'no-customer',
        'The service lists neither a Thing nor a Thing Group for the customer ID.',
      );
    }
    confirmedId = customerId;
  }

  /** Waits while people scan the fleet. A scan without a new page for a long time has been abandoned. */
  async function untilNobodyScans(customerId: string): Promise<void> {
    for (; waitedMs < maxWaitMs; waitedMs += lookEveryMs) {
      // oxlint-disable-next-line no-await-in-loop -- checks again after a while
      const running = await scans.runningOfOthers(customerId, username);
      const signs = JSON.stringify(running);
      if (signs !== others?.signs) others = { signs, since: clock.now() };
      if (running.length === 0 || clock.now() - others.since > maxPauseMs) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await held.sleep(lookEveryMs);
    }
  }

  const fenceOf = ({ id }: FleetScan) => ({ scanId: id, leaseNumber: held.lease.number });

  /** A list, and the time of its call on the database's clock. */
  async function timed(reading: ReturnType<TechnicalUser['read']>) {
    const { body, sentAt } = await reading;
    return { body, time: storeSpan(held, sentAt, clock.now()) };
  }

  async function readGroups(customerId: string, scan: FleetScan): Promise<void> {
    const { body, time } = await timed(listGroups(customerId));
    detector.detect(customerId, { ...time, fence: fenceOf(scan) }, body);
    // Nothing of a list is stored once its scan has ended.
    await detector.idle();
  }

  async function readPages(customerId: string, scan: FleetScan): Promise<void> {
    let previous: SeenPage | undefined;
    let apart = 0;
    let lookedAt = clock.now();
    for (let page = 0; ; page++) {
      if (clock.now() - lookedAt >= lookEveryMs) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await look(customerId, scan);
        lookedAt = clock.now();
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      const seen = await readPage(customerId, scan, page);
      // The same rows again: the service does not page.
      if (!seen || seen.rows < maxThingsLimit || seen.last === previous?.last) return;
      // One such page is usual when the list changes meanwhile; so many in a row never end.
      apart = previous && seen.first !== previous.last ? apart + 1 : 0;
      if (apart === maxApart) return;
      previous = seen;
    }
  }

  async function readPage(customerId: string, scan: FleetScan, page: number) {
    const { body, time } = await timed(listPage(customerId, page));
    fleet.record(customerId, time, body, { page, fence: fenceOf(scan) });
    // The store sets the pace if it is slower than the service.
    await fleet.caughtUp(customerId);
    const list = isReadableList(body) ? parseList(body) : undefined;
    return seenPage(page, list, readThingsList(list));
  }

  async function look(customerId: string, scan: FleetScan): Promise<void> {
    if (!(await scans.isRunning(scan.id))) throw new ScanEndedError();
    await untilNobodyScans(customerId);
  }

  return {
    /**
     * Waits for people, then scans.
     *
     * @param onBegun called when it has started
     * @returns the scan as it ended
     * @throws {WatchError} if the service refuses or fails; the scan then counts as stopped
     */
    async run(customerId: string, onBegun: (scan: FleetScan) => Promise<void>): Promise<FleetScan> {
      waitedMs = 0;
      await confirm(customerId);
      await untilNobodyScans(customerId);
      held.check();
      const scan = await scans.begin({ customerId, username, lease: held.lease });
      // The pages that gateways have stored decide what the scan is worth, so the watch makes no claim of its own.
      const end = (state: 'complete' | 'stopped') =>
        given.endScan(customerId, scan, { state, things: 0 });
      try {
        await onBegun(scan);
        await readGroups(customerId, scan);
        await readPages(customerId, scan);
        await readGroups(customerId, scan);
      } catch (error) {
        // If the store does not respond, the next scan marks this one as stopped.
        await end('stopped').catch(() => {});
        throw error;
      }
      // A comparison that fails does not change what the scan is worth; the next scan makes up for it.
      await end('complete').catch(given.onDefect);
      return (await scans.find(customerId, scan.id)) ?? scan;
    },
  };
}
