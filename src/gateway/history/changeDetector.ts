import { groupFieldKeys } from '#contract/groupFields.ts';
import { isAlike } from '#contract/groupValues.ts';
import type { Clock } from '#lib/clock.ts';

import type { HistoryLimits } from '../db/historyLimits.ts';
import { createCustomerQueues } from '../http/customerQueues.ts';
import { ownTurn } from '../http/ownTurn.ts';
import type { WatchFence } from '../inventory/scanPages.ts';
import { isReadableList, parseList } from '../proxy/readableList.ts';
import type { Store } from '../store.ts';
import { diffSnapshot, type SnapshotTime } from './diffSnapshot.ts';
import type { NewGroupSnapshot } from './groupSnapshots.ts';
import { type ListedGroup, listEnd, readGroupList } from './listedGroups.ts';

const maxWaiting = 100;
const maxWaitingOfOne = 8;

/** How often "listed unchanged" is written for a group, and thus how precisely the start of a later change is known. */
const confirmEveryMs = 10_000;

type ListTime = SnapshotTime & { readonly fence?: WatchFence };

/** SQLite blocks all other work while these are written. */
const groupsAtOnce = 50;

export type ChangeDetector = ReturnType<typeof createChangeDetector>;

/**
 * Reads group lists on their way to the browser, to settle the outcomes of changes and find changes made elsewhere.
 *
 * @param given.onDropped called for each list skipped because the store was too slow or the list was too large
 */
export function createChangeDetector(given: {
  readonly store: Pick<Store, 'snapshots'>;
  readonly limits: HistoryLimits;
  readonly clock: Clock;
  readonly onDropped: () => void;
  readonly onForgotten?: (groups: number) => void;
}) {
  const { store, limits, clock, onDropped } = given;
  // If a list is dropped, the next list shows the same changes.
  const queues = createCustomerQueues({ clock, maxWaiting, maxWaitingOfOne, onDropped });

  async function compare(customerId: string, time: ListTime, body: Uint8Array): Promise<void> {
    // Lets the response be sent first.
    await ownTurn();
    if (!isReadableList(body)) {
      onDropped();
      return;
    }
    const groups = readGroupList(parseList(body));
    for (let from = 0; from < groups.length; from += groupsAtOnce) {
      // SQLite runs in this thread without yielding to the event loop: other work gets its turn between batches.
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      await ownTurn();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await compareSome(customerId, time, groups.slice(from, from + groupsAtOnce));
    }
    if (groups.length > 0) await compareSome(customerId, time, [listEnd]);
  }

  async function compareSome(
    customerId: string,
    time: ListTime,
    groups: readonly ListedGroup[],
  ): Promise<void> {
    const ids = groups.map(({ groupId }) => groupId);
    const known = await store.snapshots.load(customerId, ids);
    const { changed, unchanged } = diff({ known, groups, time, maxPutMs: limits.maxPutMs });
    const listTime = { customerId, ...time };
    if (changed.length > 0) {
      const forgotten = await store.snapshots.accept(listTime, changed);
      if (forgotten > 0) given.onForgotten?.(forgotten);
    }
    for (const [revision, groupIds] of unchanged) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is easier on the store
      await store.snapshots.confirm(listTime, revision, groupIds);
    }
  }

  return {
    /**
     * Queues a list that was forwarded, for later comparison.
     *
     * @param time when it was requested and received; `fence` is for lists from the watch
     * @param body the body of a response to `GET /thingsgroup/listWithMeasures`, whatever it contains
     */
    detect(customerId: string, time: ListTime, body: Uint8Array): void {
      if (limits.historyMs === 0) return;
      queues.push(customerId, body.byteLength, () => compare(customerId, time, body));
    },

    /** Resolves when the lists received so far for this customer are processed, or after a short time. */
    caughtUp: queues.caughtUp,
    /** Resolves when all lists are processed. */
    idle: queues.idle,
  };
}

/** A list's groups that need a write, and the unchanged groups by revision. */
function diff(given: {
  readonly known: Awaited<ReturnType<Store['snapshots']['load']>>;
  readonly groups: readonly ListedGroup[];
  readonly time: SnapshotTime;
  readonly maxPutMs: number;
}) {
  const { known, time, maxPutMs } = given;
  const putsOf = Map.groupBy(known.changes, ({ groupId }) => groupId);
  const changed: NewGroupSnapshot[] = [];
  const unchanged = new Map<number, string[]>();
  for (const { groupId, values } of given.groups) {
    const base = known.snapshots.get(groupId);
    const puts = putsOf.get(groupId) ?? [];
    const difference = diffSnapshot({ base, puts, time, seen: values, maxPutMs });
    if (!difference) continue;
    const { updates, elsewhere } = difference;
    const isListedAlike = base !== undefined && isAlike(base.values, values, groupFieldKeys);
    if (isListedAlike && updates.length === 0 && !elsewhere) {
      if (Math.abs(time.answeredAt - base.answeredAt) < confirmEveryMs) continue;
      if (values.DateModified === base.values.DateModified) {
        const alike = unchanged.get(base.revision);
        if (alike) alike.push(groupId);
        else unchanged.set(base.revision, [groupId]);
        continue;
      }
    }
    const revision = base?.revision ?? null;
    changed.push({ groupId, values, revision, updates, elsewhere, listed: base?.values ?? {} });
  }
  changed.sort((a, b) => (a.groupId < b.groupId ? -1 : 1));
  return { changed, unchanged };
}
