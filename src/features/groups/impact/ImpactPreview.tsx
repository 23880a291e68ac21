import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useId, useRef, type ReactNode } from 'react';

import { counted } from '#lib/counted.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import { BucketTable } from './BucketTable.tsx';
import { isStopped, readAtWords, type Reading } from './groupReader.ts';
import { ImpactNotes, ImpactSummary } from './ImpactSummary.tsx';
import {
  rememberedKey,
  useLockImpact,
  type GroupToLock,
  type LockImpact,
} from './useLockImpact.ts';

import styles from './Impact.module.css';

/** Loaded only once there are SIMs to show, because it includes the code for model names. */
const TacTable = lazy(async () => ({ default: (await import('./TacTable.tsx')).TacTable }));

interface StandaloneImpactPreviewProps {
  group: GroupToLock;
  /** The prefix as typed so far. */
  prefix: string;
  onUsePrefix: (prefix: string) => void;
}

/** A preview that computes the impact itself, for pages that need the impact nowhere else. */
export function StandaloneImpactPreview(props: StandaloneImpactPreviewProps) {
  const lock = useLockImpact(props.group, props.prefix);
  const queryClient = useQueryClient();
  const isRead = lock.reading.step === 'ended';
  const { id } = props.group;
  useEffect(() => {
    // The gateway has seen the lists, so the inventory knows these SIMs now.
    if (isRead) void queryClient.invalidateQueries({ queryKey: rememberedKey(id) });
  }, [queryClient, isRead, id]);
  return <ImpactPreview lock={lock} onUsePrefix={props.onUsePrefix} />;
}

interface ImpactPreviewProps {
  lock: LockImpact;
  /** Enters a prefix in the form. Not passed if there is no form. */
  onUsePrefix?: ((prefix: string) => void) | undefined;
  /** Shown below the figure. */
  note?: ReactNode;
}

/** Shows the impact of locking a group to a prefix, based on the last known devices. */
export function ImpactPreview({ lock, onUsePrefix, note }: ImpactPreviewProps) {
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>Impact based on last known devices</h3>
      {lock.group.name === '' ? (
        <p>
          The service does not report this group’s name, so its SIMs cannot be listed. The impact is
          unknown.
        </p>
      ) : (
        <Assessment {...{ lock, onUsePrefix, note }} />
      )}
    </section>
  );
}

/** How far reading has got, and the figure. The tables start open if the user opened the preview on the page. */
function Assessment({ lock, onUsePrefix, note }: ImpactPreviewProps) {
  const { group, prefix, isPrefix, reading, assessment, impact } = lock;
  const place = useRef<HTMLDivElement>(null);
  const hasSims = reading.sims.length > 0;

  /** A button disappears when clicked, so the focus moves to where the next buttons appear. */
  const inPlace = (act: () => void) => () => {
    place.current?.focus();
    act();
  };

  return (
    <>
      <div ref={place} tabIndex={-1} className={styles.place}>
        {reading.step === 'ended' ? (
          <ReadingEnd
            lock={lock}
            onResume={inPlace(lock.resume)}
            onReadAgain={inPlace(lock.readAgain)}
          />
        ) : (
          <ScanProgress
            {...progressWords(reading)}
            wait={lock.wait}
            onCancel={inPlace(lock.cancel)}
          />
        )}
      </div>
      {isPrefix ? (
        <ImpactSummary lock={lock} note={note} />
      ) : (
        <p>The impact on these SIMs is known only for a prefix of 1 to 15 digits.</p>
      )}
      <Details startsOpen={onUsePrefix !== undefined}>
        {isPrefix && hasSims && (
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
        {hasSims && (
          <OnDemand>
            <TacTable sims={reading.sims} prefix={prefix} onUsePrefix={onUsePrefix} />
          </OnDemand>
        )}
        {isPrefix && <ImpactNotes lock={lock} />}
      </Details>
    </>
  );
}

function progressWords({ sims, pages }: Reading) {
  const count = counted(sims.length, 'SIM');
  return {
    label: 'Reading the group’s SIMs',
    soFar: `${count} read, ${counted(pages, 'page')}`,
    announcement: `${count} read`,
    pages,
    cancelLabel: 'Stop reading',
  };
}

interface ReadingEndProps {
  lock: LockImpact;
  onResume: () => void;
  onReadAgain: () => void;
}

/** How and when reading ended, and how to continue. */
function ReadingEnd({ lock, onResume, onReadAgain }: ReadingEndProps) {
  const { reading, failure } = lock;
  const stop = whyStopped(reading);
  return (
    <>
      {failure && <ErrorNotice {...failure} />}
      <div className={styles.end}>
        <p>
          {stop && <strong>{stop} </strong>}
          {readAtWords([reading])}
        </p>
        {isStopped(reading) && (
          <Button small variant="primary" onClick={onResume}>
            Continue reading
          </Button>
        )}
        <Button small onClick={onReadAgain}>
          Read again
        </Button>
      </div>
    </>
  );
}

/** Undefined if reading reached the end of the list. */
function whyStopped({ report, sims }: Reading): string | undefined {
  const kind = report?.end.kind;
  const count = counted(sims.length, 'SIM');
  if (kind === 'cancelled') return `Stopped after ${count}. The remaining SIMs were not read.`;
  if (kind === 'failed') {
    return `Reading failed after ${count}. The SIMs read so far are kept. The remaining SIMs were not read.`;
  }
  return kind === 'repeating'
    ? `Stopped after ${count}: the service kept sending the same rows, so the rest of the list could not be read.`
    : undefined;
}
