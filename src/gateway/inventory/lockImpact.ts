import { type RawBuilder, sql } from 'kysely';

import type { LockImpact } from '#contract/lockImpact.ts';

import type { RecordReader } from '../db/recordReads.ts';
import { isInside, isSuspended } from './groupLocks.ts';
import { isFound, readRows, type SimsScope } from './inventoryChecks.ts';

/** A lock that may not exist yet. */
export interface GroupLock {
  readonly groupId: string;
  /** 1 to 15 digits. */
  readonly prefix: string;
}

type Sums = Readonly<Record<string, number | null>>;

/** Counts a group's SIMs as the check `outside-lock` would if the group had this lock. */
export async function readLockImpact(
  reader: RecordReader,
  scope: SimsScope,
  { groupId, prefix }: GroupLock,
): Promise<Omit<LockImpact, 'keptDays'>> {
  const isInsideLock = isInside(prefix.length, (start) => sql`${start} = ${prefix}`);
  const isInGroup = sql<boolean>`t.group_id is not null`;
  // The rarest condition comes first, so the others are rarely checked.
  const counted = (name: string, condition: RawBuilder<boolean>) =>
    sql`count(*) filter (where ${condition} and not ${isSuspended} and ${isInGroup})
      as ${sql.ref(name)}`;
  const [sums = {}] = await readRows<Sums>(reader, scope, {
    columns: sql`count(t.group_id) as sims,
      count(*) - count(t.group_id) as unplaced,
      ${counted('outside', sql`t.imei <> '' and (${isInsideLock}) is not true`)},
      ${counted('none', sql`t.imei = ''`)},
      ${counted('malformed', sql`t.imei is null`)},
      count(*) filter (where ${isSuspended} and ${isInGroup}) as suspended,
      min(t.answered_at) filter (where ${isInGroup}) as oldest,
      max(t.answered_at) filter (where ${isInGroup}) as newest`,
    where: [isFound(scope), sql`(t.group_id = ${groupId} or t.group_id is null)`],
  });
  const sum = (name: string) => sums[name] ?? 0;
  const sims = sum('sims');
  const others = {
    outside: sum('outside'),
    none: sum('none'),
    malformed: sum('malformed'),
    suspended: sum('suspended'),
  };
  const inside = Object.values(others).reduce((left, count) => left - count, sims);
  return {
    sims,
    // A SIM whose group no list has shown may be in this group.
    size: scope.foundSince > 0 && sum('unplaced') === 0 ? sims : null,
    seen: sims === 0 ? null : { oldest: sum('oldest'), newest: sum('newest') },
    parts: { inside, ...others },
  };
}
