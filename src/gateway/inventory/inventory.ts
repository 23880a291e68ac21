import { setImmediate } from 'node:timers/promises';

import { type Clock, sleep } from '#lib/clock.ts';

import type { SnapshotTime } from '../history/diffSnapshot.ts';
import { createCustomerQueues } from '../http/customerQueues.ts';
import { ownTurn } from '../http/ownTurn.ts';
import { isReadableList, parseList } from '../proxy/readableList.ts';
import { type ListedThing, readThingsList } from './listedThings.ts';
import { type NextSnapshot, nextSnapshot } from './nextSnapshot.ts';
import { type SeenPage, seenPage } from './scanPage.ts';
import type { WatchFence } from './scanPages.ts';
import type { Scans } from './scans.ts';
import type { NewThingsList, ThingSnapshots } from './thingSnapshots.ts';

export type Inventory = ReturnType<typeof createInventory>;

/** A scan requests six lists at a time. Lists dropped while a customer's users are working are soon requested again. */
const maxWaitingOfOne = 60;
const maxWaiting = 300;

/** Longer than any list of 50 SIMs from the service. */
const longList = 256 * 1024;

/** How many times a list may be compared again because other gateways were faster. */
const maxTurns = 5;

/** As many lists as a scan keeps in flight; SQLite blocks all other work until they are written. */
const maxTogether = 6;

/** While responses need the event loop, writing lists is postponed by this much, up to a maximum number of times. */
const pauseMs = 50;
const maxPauses = 10;

/** A scan needs every list: once this many are waiting, batches are written without pauses. */
const manyInScan = 20;

/** How often "listed unchanged" is written for a SIM. */
const confirmEveryMs = 60_000;

/** Who requested which page, if it may be part of a scan. */
type AskedPage = { readonly page: number } & (
  | { readonly username: string }
  | { readonly fence: WatchFence }
);

interface WaitingList {
  readonly time: SnapshotTime;
  readonly asked: AskedPage | undefined;
  readonly body: Uint8Array;
}

interface ReadList {
  readonly time: SnapshotTime;
  readonly things: readonly ListedThing[];
  readonly page: SeenPage | undefined;
  readonly asked: AskedPage | undefined;
}

/**
 * Keeps each SIM's last known state, taken from the lists that are forwarded, and detects changes between two lists.
 *
 * @param given.isOn `FLEET_MEMORY`
 * @param given.isBusy whether responses need all available time
 * @param given.onDropped called for each list that was dropped because the store did not keep up
 */
export function createInventory(given: {
  readonly store: {
    readonly things: Pick<ThingSnapshots, 'load' | 'accept'>;
    readonly scans: Pick<Scans, 'runningSince' | 'runningOf'>;
  };
  readonly isOn: boolean;
  readonly clock: Clock;
  readonly isBusy?: () => boolean;
  readonly onDropped: () => void;
}) {
  const { store, clock, isBusy = () => false, onDropped } = given;
  const queues = createCustomerQueues({ clock, maxWaiting, maxWaitingOfOne, onDropped });

  const inbox = new Map<string, WaitingList[]>();

  /** Lists that arrived during a write are written together: a commit costs more than a list. */
  async function recordNext(customerId: string, list: WaitingList): Promise<void> {
    // Lets the response be sent first.
    await setImmediate();
    // The list may already have been written along with the previous one.
    if (!inbox.get(customerId)?.includes(list)) return;
    let isUrgent = await hasManyOfScan(customerId);
    for (let pause = 0; pause < maxPauses && !isUrgent && isBusy(); pause++) {
      // oxlint-disable-next-line no-await-in-loop -- checks again after each pause
      await sleep(clock, pauseMs);
      // oxlint-disable-next-line no-await-in-loop -- as above
      isUrgent = await hasManyOfScan(customerId);
    }
    const waiting = inbox.get(customerId) ?? [];
    const taken = waiting.splice(0, isUrgent ? manyInScan : maxTogether);
    if (waiting.length === 0) inbox.delete(customerId);
    try {
      await compare(customerId, taken);
    } catch (error) {
      // The queue itself counts the first list.
      taken.slice(1).forEach(() => onDropped());
      throw error;
    }
  }

  /** Ignores store errors, because writing the lists will report them. */
  async function hasManyOfScan(customerId: string): Promise<boolean> {
    if ((inbox.get(customerId)?.length ?? 0) <= manyInScan) return false;
    return (await store.scans.runningSince(customerId).catch(() => null)) !== null;
  }

  async function compare(customerId: string, waiting: readonly WaitingList[]): Promise<void> {
    let left: ReadList[] = [];
    for (const { time, body, asked } of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- one list after the other
      if (body.byteLength > longList) await ownTurn();
      const isReadable = isReadableList(body);
      if (!isReadable) onDropped();
      const parsed = isReadable ? parseList(body) : undefined;
      const things = readThingsList(parsed, customerId);
      const page = asked && seenPage(asked.page, parsed, things);
      left.push({ time, things, page, asked });
    }
    for (let turn = 0; left.length > 0 && turn < maxTurns; turn++) {
      // oxlint-disable-next-line no-await-in-loop -- each turn compares what the one before left
      left = [...(await compareOnce(customerId, left))];
    }
    left.forEach(() => onDropped());
  }

  /** @returns SIMs to compare again, because another gateway has updated them in the meantime */
  async function compareOnce(
    customerId: string,
    lists: readonly ReadList[],
  ): Promise<readonly ReadList[]> {
    const iccids = new Set(lists.flatMap(({ things }) => things.map(({ iccid }) => iccid)));
    if (iccids.size === 0 && lists.every(({ page }) => !page)) return [];
    const known = new Map(await store.things.load(customerId, [...iccids]));
    let begun: Promise<number | null> | undefined;
    const runningOf = createRunningOf(customerId);
    const news: (NewThingsList & { readonly list: ReadList })[] = [];
    for (const list of lists) {
      const { time, things } = list;
      const next = things.flatMap(
        (thing) => nextSnapshot(thing, known.get(thing.iccid), time) ?? [],
      );
      const isRecent = ({ alikeSince }: NextSnapshot) =>
        alikeSince !== null && Math.abs(time.answeredAt - alikeSince) < confirmEveryMs;
      // A scan counts the SIMs listed since it started, so SIMs are written even if unchanged.
      if (next.some(isRecent)) begun ??= store.scans.runningSince(customerId);
      // oxlint-disable-next-line no-await-in-loop -- queried once at most
      const since = (await begun) ?? null;
      const snapshots = next
        .filter((one) => !isRecent(one) || (since !== null && (one.alikeSince ?? 0) < since))
        // In a fixed order, so that two gateways writing the same SIMs wait for each other only once.
        .toSorted((a, b) => (a.iccid < b.iccid ? -1 : 1));
      for (const { iccid, revision, ...facts } of snapshots) {
        known.set(iccid, { ...facts, ...time, revision: (revision ?? 0) + 1 });
      }
      // oxlint-disable-next-line no-await-in-loop -- one scan per person
      const page = await pageOf(list, runningOf);
      if (snapshots.length > 0 || page) {
        const fence = list.asked && 'fence' in list.asked ? list.asked.fence : undefined;
        news.push({ list, customerId, ...time, snapshots, fence, ...(page && { page }) });
      }
    }
    if (news.length === 0) return [];
    const accepted = await store.things.accept(...news);
    const lost = new Set(
      news.flatMap(({ snapshots }, index) =>
        snapshots.map(({ iccid }) => iccid).filter((iccid) => !accepted[index]?.has(iccid)),
      ),
    );
    return news.flatMap(({ list, page }, index) => {
      const stored = accepted[index];
      const things = list.things.filter(
        ({ iccid }) => lost.has(iccid) && stored?.has(iccid) === false,
      );
      // The list's page is written along with the remaining SIMs.
      return things.length === 0 ? [] : [{ ...list, things, page: page && list.page }];
    });
  }

  /** Queries once per user. */
  function createRunningOf(customerId: string) {
    const asked = new Map<string, ReturnType<Scans['runningOf']>>();
    return (username: string) => {
      const running = asked.get(username) ?? store.scans.runningOf(customerId, username);
      asked.set(username, running);
      return running;
    };
  }

  /**
   * The scan page that a list represents, if the scan had started before the list was requested. The watch knows the
   * scan for which it is reading.
   */
  async function pageOf(
    { time, things, page, asked }: ReadList,
    runningOf: ReturnType<typeof createRunningOf>,
  ): Promise<NewThingsList['page']> {
    if (!page || !asked) return undefined;
    const iccids = things.map(({ iccid }) => iccid);
    if ('fence' in asked) return { ...page, readingId: asked.fence.scanId, iccids };
    const scan = await runningOf(asked.username);
    if (!scan || time.askedAt < scan.startedAt) return undefined;
    return { ...page, readingId: scan.id, iccids };
  }

  return {
    /**
     * Queues a list that is being forwarded, to be written later.
     *
     * @param body the body of a response to `GET /things`, whatever it contains
     * @param asked the request's user and page, if the list may be a page of a scan
     */
    record(customerId: string, time: SnapshotTime, body: Uint8Array, asked?: AskedPage): void {
      if (!given.isOn) return;
      const list = { time, body, asked };
      const isTaken = queues.push(customerId, body.byteLength, () => recordNext(customerId, list));
      if (!isTaken) return;
      const waiting = inbox.get(customerId) ?? [];
      waiting.push(list);
      inbox.set(customerId, waiting);
    },
    /** Resolves when the lists received so far for this customer are written, or after a short time. */
    caughtUp: queues.caughtUp,
    /** Resolves when all lists are written. */
    idle: queues.idle,
  };
}
