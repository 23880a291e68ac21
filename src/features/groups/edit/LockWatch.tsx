import { queryOptions, useQuery } from '@tanstack/react-query';

import type { ThingsGroupRecord } from '#api/groups.ts';
import {
  conditionsSearch,
  fleetApi,
  type FleetApi,
  type ListedThing,
  type SimCondition,
} from '#api/inventory.ts';
import { keys } from '#api/keys.ts';
import { useUserServices } from '#api/userServices.tsx';
import { isImeiPrefix } from '#identifiers/imei.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

import styles from './GroupEditorPage.module.css';

/**
 * How many SIMs in a locked group may lose service under its lock, according to the inventory. Makes no call to the
 * service. If the inventory cannot be read, the number is shown as unknown.
 */
export function LockWatch({ group }: { group: ThingsGroupRecord }) {
  const { ThingsGroupId: groupId, IMEIPrefix: prefix = '' } = group;
  const fleet = fleetApi(useUserServices().api);
  const query = useQuery(lockQuery(fleet, groupId, prefix));
  const { data: watched, dataUpdatedAt: readAt, isFetching } = query;
  // If the inventory has an older lock, or none, or one without a usable prefix, a count of zero is meaningless.
  if (!watched || watched.prefix !== prefix || !isImeiPrefix(prefix)) {
    return (
      <p className={styles.hint}>
        {isFetching && watched === undefined
          ? 'Looking for SIMs that may lose service under this lock…'
          : 'The number of SIMs that may lose service under this lock is unknown.'}
      </p>
    );
  }
  const { losing, of, asOf, isWhole } = watched;
  return (
    <>
      <p>
        {losing === 0 ? (
          `None of ${counted(of, 'SIM')} is known to lose service under this lock`
        ) : (
          <Link
            to={paths.fleet('outside-lock', conditionsSearch(inGroup(groupId)))}
          >{`${formatNumber(losing)} of ${counted(of, 'SIM')} may lose service under this lock`}</Link>
        )}
        {isWhole
          ? `, based on the last complete scan of the fleet (${ago(asOf, readAt)}) and later lists.`
          : `, based on lists of these SIMs, the oldest from ${ago(asOf, readAt)}.`}
      </p>
      <p className={styles.hint}>
        A preview reads the group’s SIMs again, so its figure may be newer.
      </p>
    </>
  );
}

/** @param prefix part of the query key, so that each lock has its own query */
function lockQuery(fleet: FleetApi | undefined, groupId: string, prefix: string) {
  // oxlint-disable-next-line @tanstack/query/exhaustive-deps -- there is one inventory
  return queryOptions({
    queryKey: [...keys.fleet, 'lock', groupId, prefix],
    queryFn: async ({ signal }) => (fleet ? readLock(fleet, groupId, signal) : null),
    staleTime: 0,
  });
}

async function readLock(fleet: FleetApi, groupId: string, signal: AbortSignal) {
  const [losing, all, { keptDays, seen, complete }] = await Promise.all([
    fleet.things({ check: 'outside-lock', where: inGroup(groupId), size: 1 }, signal),
    fleet.things({ where: inGroup(groupId), size: 1 }, signal),
    fleet.summary(signal),
  ]);
  if (keptDays === 0 || !seen) return null;
  return {
    /** Counted as in the lock preview: see `LockAssessment`. */
    losing: losing.count,
    of: all.count,
    /** The lock that the inventory compares with; undefined if it has no lock, or no SIMs, for the group. */
    prefix:
      losing.things[0]?.lock?.prefix ?? (await rememberedPrefix(fleet, all.things[0], signal)),
    asOf: complete ? (complete.endedAt ?? complete.startedAt) : seen.oldest,
    isWhole: complete !== null,
  };
}

function inGroup(groupId: string): readonly SimCondition[] {
  return [{ field: 'group', relation: 'is', values: [groupId] }];
}

/** The lock stored in the inventory for one of the group's SIMs; needed if no SIM in the group is at risk. */
async function rememberedPrefix(
  fleet: FleetApi,
  thing: ListedThing | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lock = thing && (await fleet.thing(thing.iccid, signal))?.lock;
  return lock?.isLocked ? (lock.prefix ?? undefined) : undefined;
}
