import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { FleetApi } from '#api/inventory.ts';
import type { LockImpact as RememberedImpact } from '#contract/lockImpact.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { createPlaces } from '#lib/places.ts';
import { ago } from '#lib/relativeTime.ts';

import { losingOf } from './ImpactBar.tsx';
import { rememberedKey } from './useLockImpact.ts';

export type { LockImpact as RememberedImpact } from '#contract/lockImpact.ts';

/** A group, and the prefix to which it would be locked. */
export interface LockQuestion {
  readonly groupId: string;
  readonly prefix: string;
}

/** The gateway queues up to 30 record reads per user, and the page sends other reads too. */
const inTurn = createPlaces(4);

/**
 * What a lock would mean for a group, according to the inventory. Makes no call to the service. Each prefix has its own
 * key, so a late response never replaces the one for a newer prefix.
 */
export function rememberedQuery(fleet: FleetApi | undefined, { groupId, prefix }: LockQuestion) {
  // oxlint-disable-next-line @tanstack/query/exhaustive-deps -- there is one inventory
  return queryOptions({
    queryKey: [...rememberedKey(groupId), prefix],
    queryFn: async ({ signal }) =>
      fleet ? inTurn(() => fleet.lockImpact({ groupId, prefix }, signal), signal) : null,
  });
}

/** How long a user has to pause typing before the inventory is asked, in milliseconds. */
const pauseMs = 300;

/** @returns the value once it has not changed for a moment; undefined before that */
export function useSettled<T>(value: T): T | undefined {
  const [settled, setSettled] = useState<{ readonly value: T }>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), pauseMs);
    return () => {
      clearTimeout(timer);
      // Otherwise a value that is changed and quickly changed back would count as settled.
      setSettled(undefined);
    };
  }, [value]);
  return settled?.value === value ? value : undefined;
}

export const noInventory =
  'The inventory of SIMs is kept by a gateway, and this installation has none.';

/** What the inventory says about a lock, in one sentence. */
export function rememberedWords(impact: RememberedImpact, readAt: number): string {
  const { keptDays, sims, size, parts } = impact;
  if (keptDays === 0) return 'This installation keeps no inventory of SIMs.';
  if (sims === 0) {
    return size === null
      ? 'No list has shown a SIM in this group yet, so the impact is unknown.'
      : 'The inventory has no SIMs in this group.';
  }
  const coverage =
    size === null ? counted(sims, 'SIM') : `${formatNumber(sims)} of ${counted(size, 'SIM')}`;
  const losing = losingOf(parts);
  const figure = losing === 0 ? 'none is known to lose' : `${formatNumber(losing)} may lose`;
  return `As remembered ${ageWords(impact, readAt)}, ${coverage}: ${figure} service.`;
}

/** When the SIMs were last seen in lists: "12 minutes ago", or "between 3 days ago and 12 minutes ago". */
export function ageWords({ seen }: RememberedImpact, readAt: number): string {
  if (!seen) return 'at an unknown time';
  const [oldest, newest] = [ago(seen.oldest, readAt), ago(seen.newest, readAt)];
  return oldest === newest ? newest : `between ${oldest} and ${newest}`;
}

/** Says what the inventory counted if the fresh count differs from it; undefined otherwise. */
export function differenceWords(
  impact: RememberedImpact | null | undefined,
  losing: number,
  readAt: number,
): string | undefined {
  if (!impact || impact.sims === 0 || losingOf(impact.parts) === losing) return undefined;
  return `The inventory counted ${formatNumber(losingOf(impact.parts))}, from lists read ${ageWords(impact, readAt)}.`;
}
