import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { useUserServices } from '#api/userServices.tsx';

import type { GroupReader, Reading } from '../impact/groupReader.ts';
import { readerFor, type GroupToLock } from '../impact/useLockImpact.ts';

/** What was read of the SIMs of several groups. */
export interface GroupSnapshots {
  /** In the order of the groups. */
  readonly readings: readonly Reading[];
  /** No group is being read, or waits for its turn. */
  readonly isOver: boolean;
  readonly cancel: () => void;
  /** Goes on where the reading was cancelled, or failed. */
  readonly resume: () => void;
}

/**
 * Reads the SIMs of several groups, one group after the other, so that together they ask for no more at a
 * time than one. It stops at a failure, and where it is cancelled.
 *
 * @param groups must not change between renders
 * @param isWanted nothing is read before
 * @param leftOut ids of groups that are not read; what was read of them stays
 */
export function useGroupReadings(
  groups: readonly GroupToLock[],
  isWanted: boolean,
  leftOut: readonly string[],
): GroupSnapshots {
  const { api } = useUserServices();
  const readers = useMemo(() => groups.map((group) => readerFor(api, group)), [api, groups]);
  const { subscribe, getSnapshot } = useMemo(() => combined(readers), [readers]);
  const readings = useSyncExternalStore(subscribe, getSnapshot);
  const [attempt, setAttempt] = useState(0);
  const [overAttempt, setOverAttempt] = useState<number>();
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  // Failures of the service are ends of a reading; anything else belongs to the error boundary.
  if (bug) throw bug.error;

  const skipped = useRef(leftOut);
  useEffect(() => {
    skipped.current = leftOut;
  }, [leftOut]);

  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    // Without a name there is nothing to find the SIMs by.
    const nextReader = () =>
      readers.find((reader, index) => {
        const { id = '', name = '' } = groups[index] ?? {};
        return name !== '' && !skipped.current.includes(id) && !hasEnded(reader.getSnapshot());
      });
    async function readInTurn() {
      for (let reader = nextReader(); reader; reader = nextReader()) {
        // oxlint-disable-next-line no-await-in-loop -- one group after the other
        await reader.read();
        if (isLeft) return;
        if (!hasEnded(reader.getSnapshot())) break;
      }
      setOverAttempt(attempt);
    }
    readInTurn().catch((error: unknown) => setBug({ error }));
    return () => {
      isLeft = true;
    };
  }, [readers, groups, isWanted, attempt]);

  return {
    readings,
    isOver: overAttempt === attempt,
    cancel() {
      for (const reader of readers) if (reader.getSnapshot().step === 'running') reader.cancel();
    },
    resume: () => setAttempt(attempt + 1),
  };
}

/** Whether the next group may be read: this one came to the end of its list. */
function hasEnded({ step, report }: Reading): boolean {
  const kind = report?.end.kind;
  return step === 'ended' && kind !== 'cancelled' && kind !== 'failed';
}

/** One store of all readers; its snapshot is a new array whenever one of them changes. */
function combined(readers: readonly GroupReader[]) {
  let last: readonly Reading[] = [];
  return {
    subscribe(listener: () => void) {
      const ends = readers.map((reader) => reader.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    getSnapshot() {
      const readings = readers.map((reader) => reader.getSnapshot());
      const isSame =
        readings.length === last.length && readings.every((reading, i) => reading === last[i]);
      if (!isSame) last = readings;
      return last;
    },
  };
}
