import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import type { Api } from '#api/client.ts';
import { fleetApi, type FleetApi } from '#api/fleet.ts';
import { simCount } from '#api/fleetWords.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { keys } from '#api/keys.ts';
import { useUserServices } from '#api/userServices.tsx';
import { relativeTime } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';

import styles from './GroupEditorPage.module.css';

/**
 * How many SIMs of a locked group have a device outside its lock, as the gateway's memory has them. The service is
 * asked for nothing; where the memory cannot be read, that is said as not known.
 */
export function LockWatch({ group }: { group: ThingsGroupRecord }) {
  const { ThingsGroupId: groupId, IMEIPrefix: prefix = '' } = group;
  const { api } = useUserServices();
  const {
    data: watched,
    dataUpdatedAt: readAt,
    isFetching,
  } = useQuery(lockQuery(locksOf(api), groupId, prefix));
  // The memory may know of the lock before the last one, or of none: then that no SIM is outside says nothing.
  if (!watched || watched.prefix !== prefix) {
    return (
      <p className={styles.hint}>
        {isFetching && watched === undefined
          ? 'Looking for SIMs with a device outside the lock…'
          : 'It is not known how many SIMs have a device outside the lock.'}
      </p>
    );
  }
  const { outside, asOf, isWhole } = watched;
  const has = outside === 1 ? 'has' : 'have';
  return (
    <p>
      {outside === 0 ? (
        'No remembered SIM has a device outside this lock'
      ) : (
        <Link
          to={paths.fleet('outside-lock', String(new URLSearchParams({ group: groupId })))}
        >{`${simCount(outside)} ${has} a device outside this lock`}</Link>
      )}
      {isWhole
        ? `, as of the last whole reading of the fleet ${relativeTime(asOf, readAt)} and lists since.`
        : `, as lists have shown them, the oldest ${relativeTime(asOf, readAt)}.`}
    </p>
  );
}

interface Watched {
  readonly outside: number;
  /** The lock that the memory compares with; undefined where it knows of none, or of no SIM of the group. */
  readonly prefix: string | undefined;
  readonly asOf: number;
  readonly isWhole: boolean;
}

/** The memory of locked groups; undefined in static hosting. */
function locksOf(api: Api) {
  const fleet = fleetApi(api);
  return {
    read: (groupId: string, signal: AbortSignal) => fleet && readLock(fleet, groupId, signal),
  };
}

/** @param prefix another lock is another question */
function lockQuery(locks: ReturnType<typeof locksOf>, groupId: string, prefix: string) {
  return queryOptions({
    queryKey: [...keys.fleet, 'lock', groupId, prefix],
    queryFn: async ({ signal }) => (await locks.read(groupId, signal)) ?? null,
    staleTime: 0,
  });
}

async function readLock(
  fleet: FleetApi,
  groupId: string,
  signal: AbortSignal,
): Promise<Watched | null> {
  const [{ count, things }, { keptDays, seen, complete }] = await Promise.all([
    fleet.things({ check: 'outside-lock', groupId, size: 1 }, signal),
    fleet.summary(signal),
  ]);
  if (keptDays === 0 || !seen) return null;
  return {
    outside: count,
    prefix: things[0]?.lock?.prefix ?? (await rememberedPrefix(fleet, groupId, signal)),
    asOf: complete ? (complete.endedAt ?? complete.startedAt) : seen.oldest,
    isWhole: complete !== null,
  };
}

/** The lock of a group of which no SIM is outside, as the memory has it beside any SIM of the group. */
async function rememberedPrefix(
  fleet: FleetApi,
  groupId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [thing] = (await fleet.things({ groupId, size: 1 }, signal)).things;
  const lock = thing && (await fleet.thing(thing.iccid, signal))?.lock;
  return lock?.isLocked ? (lock.prefix ?? undefined) : undefined;
}
