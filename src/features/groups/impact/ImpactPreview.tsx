import { useEffect, useId, useMemo, useRef } from 'react';

import { assessLock } from './assessLock.ts';
import { BucketTable } from './BucketTable.tsx';
import type { GroupIdentity } from './groupMembers.ts';
import { impactOf, type Impact } from './impact.ts';
import { ImpactEnd } from './ImpactEnd.tsx';
import { impactMessages } from './impactMessages.ts';
import { ImpactProgress } from './ImpactProgress.tsx';
import { ImpactSummary } from './ImpactSummary.tsx';
import { TacTable } from './TacTable.tsx';
import { useGroupReading } from './useGroupReading.ts';

import styles from './Impact.module.css';

interface LockImpactProps {
  /** What the lock would be set to; nothing is said of it before it has 1 to 15 digits. */
  prefix: string;
  /** The group's `total`, which the service gives no meaning; shown as it is. */
  reportedTotal: number | undefined;
  /** Hears what was found when the reading has ended, and undefined while it goes on. */
  onResult?: ((impact: Impact | undefined) => void) | undefined;
  /** Puts a prefix into the form. Left out where there is no form to put it in. */
  onUsePrefix?: ((prefix: string) => void) | undefined;
}

interface ImpactPreviewProps extends LockImpactProps {
  /** As stored, not as a form would change it: the SIMs are found by it. Empty where not reported. */
  groupName: string;
  groupId: string;
}

/**
 * What a lock of a group to a prefix would mean, by the devices last known. Reads the group's SIMs from
 * the moment it is shown; another prefix sorts them anew without reading them again.
 */
export function ImpactPreview({ groupName, groupId, ...lock }: ImpactPreviewProps) {
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{impactMessages.heading}</h3>
      <p className={styles.note}>{impactMessages.about}</p>
      {groupName === '' ? (
        <NotListed onResult={lock.onResult} />
      ) : (
        <LockImpact
          key={`${groupId} ${groupName}`}
          group={{ id: groupId, name: groupName }}
          {...lock}
        />
      )}
    </section>
  );
}

/** Without a name there is nothing to find the SIMs by, and an unknown impact is not none. */
function NotListed({ onResult }: Pick<LockImpactProps, 'onResult'>) {
  useEffect(() => {
    onResult?.({ kind: 'partial', losing: 0, read: 0 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it never changes
  }, []);
  return <p>{impactMessages.noName}</p>;
}

function LockImpact({
  group,
  prefix,
  reportedTotal,
  onResult,
  onUsePrefix,
}: LockImpactProps & { group: GroupIdentity }) {
  const { reading, cancel, goOn, readAgain } = useGroupReading(group);
  const { sims, report, step, unsure } = reading;
  const place = useRef<HTMLDivElement>(null);
  const isPrefix = /^\d{1,15}$/.test(prefix);
  const assessment = useMemo(() => assessLock(sims, prefix), [sims, prefix]);
  const { losing, total: read } = assessment;
  const impact =
    step === 'ended' && report
      ? impactOf(report, { losing, read, unsure, reportedTotal })
      : undefined;
  const kind = isPrefix ? impact?.kind : undefined;

  const inPlace = (act: () => void) => () => {
    place.current?.focus();
    act();
  };

  useEffect(() => {
    onResult?.(kind && { kind, losing, read });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new result is an occasion
  }, [kind, losing, read]);

  return (
    <>
      {/* Its buttons go with their press: the focus stays at the place where the next ones come. */}
      <div ref={place} tabIndex={-1} className={styles.place}>
        {step === 'ended' ? (
          <ImpactEnd reading={reading} onGoOn={inPlace(goOn)} onReadAgain={inPlace(readAgain)} />
        ) : (
          <ImpactProgress progress={reading.progress} sims={read} onCancel={inPlace(cancel)} />
        )}
      </div>
      {isPrefix ? (
        <ImpactSummary {...{ assessment, reading, impact, prefix, reportedTotal }} />
      ) : (
        <p>{impactMessages.noPrefix}</p>
      )}
      {isPrefix && read > 0 && (
        <BucketTable
          assessment={assessment}
          subject={{
            groupName: group.name,
            prefix,
            isComplete: impact?.kind === 'complete',
            readAt: reading.endedAt ?? reading.startedAt ?? 0,
          }}
        />
      )}
      {read > 0 && <TacTable sims={sims} prefix={prefix} onUsePrefix={onUsePrefix} />}
    </>
  );
}
