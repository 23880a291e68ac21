import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import type { GroupSettings } from '#api/groupSettings.ts';
import { fleetApi, type FleetApi } from '#api/inventory.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { isImeiPrefix } from '#identifiers/imei.ts';
import { formatNumber } from '#lib/format.ts';
import { ReadNotice } from '#ui/ReadNotice.tsx';

import { ImpactBar } from './ImpactBar.tsx';
import {
  differenceWords,
  noInventory,
  rememberedQuery,
  rememberedWords,
  useSettled,
} from './rememberedImpact.ts';
import type { GroupToLock, LockImpact } from './useLockImpact.ts';

import styles from './Impact.module.css';

interface RememberedImpactProps {
  group: GroupToLock;
  /** As stored. */
  stored: Pick<GroupSettings, 'LockMasterImei'>;
  /** As chosen in the form; null if neither reported nor chosen. */
  isLocked: boolean | null;
  /** As typed so far. */
  prefix: string;
}

/** What the typed prefix would mean for the group's SIMs, according to the inventory. Reads nothing from the service. */
export function RememberedImpact(props: RememberedImpactProps) {
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>Impact as remembered</h3>
      <Remembered {...props} />
    </section>
  );
}

function Remembered({ group, stored, isLocked, prefix }: RememberedImpactProps) {
  const fleet = fleetApi(useUserServices().api);
  if (isLocked === false && stored.LockMasterImei !== false) {
    return <p>Without a lock, no SIM loses service because of its device.</p>;
  }
  if (!fleet) return <p className={styles.note}>{noInventory}</p>;
  if (!isImeiPrefix(prefix)) {
    return (
      <p className={styles.note}>The impact will appear here once the prefix has 1 to 15 digits.</p>
    );
  }
  return (
    <>
      {isLocked !== true && <p className={styles.note}>If the group were locked to this prefix:</p>}
      <Figure {...{ fleet, group, prefix }} />
    </>
  );
}

function Figure({ fleet, group, prefix }: { fleet: FleetApi; group: GroupToLock; prefix: string }) {
  const settled = useSettled(prefix);
  const isSettled = settled !== undefined;
  const question = rememberedQuery(fleet, { groupId: group.id, prefix });
  const { query, notice } = useRead(
    { ...question, enabled: isSettled },
    'count this group’s SIMs in the inventory',
  );
  const { data, dataUpdatedAt: readAt, isFetching } = query;
  const impact = isSettled ? data : undefined;
  const { reportedTotal } = group;
  return (
    <div className={styles.remembered}>
      {/* Announced once the user pauses, not after every digit. */}
      <p role="status" className={styles.rememberedWords}>
        {impact && rememberedWords(impact, readAt)}
      </p>
      {!impact && (isFetching || !isSettled) && <p className={styles.note}>Counting…</p>}
      {isSettled && <ReadNotice {...notice} />}
      {impact && impact.sims > 0 && (
        <>
          <ImpactBar parts={impact.parts} names={rememberedNames} />
          <p className={styles.note}>
            {reportedTotal !== undefined &&
              reportedTotal !== impact.sims &&
              `The group list reports a total of ${formatNumber(reportedTotal)} for this group. `}
            Nothing was read from the service: the confirmation reads the SIMs.
          </p>
        </>
      )}
    </div>
  );
}

/** Shows the inventory's count of SIMs that may lose service if it differs from the count just read. */
export function RememberedDifference({ lock }: { lock: LockImpact }) {
  const { group, prefix, isPrefix, impact } = lock;
  const fleet = fleetApi(useUserServices().api);
  const { data, dataUpdatedAt: readAt } = useQuery({
    ...rememberedQuery(fleet, { groupId: group.id, prefix }),
    enabled: isPrefix,
    // The number that the user has seen: by now, the SIMs just read are in the inventory.
    staleTime: Infinity,
  });
  const words = impact && differenceWords(data, impact.losing, readAt);
  return words !== undefined && <p>{words}</p>;
}

/** The inventory cannot tell an unreadable IMEI from one that no list has shown. */
const rememberedNames = { malformed: 'No readable IMEI in any list' };
