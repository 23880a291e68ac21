import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react';

import { useJob } from '#api/jobs/useJob.ts';
import { useUserServices } from '#api/userServices.tsx';

import {
  isStopped,
  noReading,
  readingOf,
  type GroupReader,
  type Reading,
} from '../impact/groupReader.ts';
import { readerFor, type GroupToLock } from '../impact/useLockImpact.ts';

/** The SIMs read for several groups. */
export type GroupSnapshots = ReturnType<typeof useGroupReadings>;

/**
 * Reads the SIMs of several groups, one group at a time, so that no more calls are in flight than for a single group.
 * It stops at a failure or when cancelled.
 *
 * @param groups must not change between renders
 * @param isWanted nothing is read while this is false
 * @param leftOut ids of groups that are not read; SIMs already read are kept
 */
export function useGroupReadings(
  groups: readonly GroupToLock[],
  isWanted: boolean,
  leftOut: readonly string[],
) {
  const { api } = useUserServices();
  // Taken when reading begins, because old ones are not reused. A reader stops when it is no longer watched.
  const readers = useMemo(
    () => (isWanted ? groups.map((group) => readerFor(api, group)) : []),
    [api, groups, isWanted],
  );
  const watched = useMemo(() => combined(readers), [readers]);
  const readings = useSyncExternalStore(watched.subscribe, watched.getSnapshot);
  const { state, start, cancel } = useJob<object, void>('read the groups’ SIMs');
  const isOver = state.step === 'done';
  const skipped = useRef(leftOut);
  useEffect(() => {
    skipped.current = leftOut;
  }, [leftOut]);

  // SIMs are found by group name.
  const nextUnread = (now: readonly Reading[], without: readonly string[]) =>
    groups.findIndex(({ id, name }, index) => {
      const reading = now[index] ?? noReading;
      const isRead = reading.step === 'ended' && !isStopped(reading);
      return name !== '' && !without.includes(id) && !isRead;
    });
  const nextReader = () => readers[nextUnread(watched.getSnapshot(), skipped.current)];

  async function readInTurn(signal: AbortSignal): Promise<void> {
    for (let reader = nextReader(); reader; reader = nextReader()) {
      // oxlint-disable-next-line no-await-in-loop -- one group after the other
      await reader.read();
      signal.throwIfAborted();
      // The read was cancelled or failed.
      if (reader.job.getSnapshot().step !== 'done') return;
    }
  }

  const included = readings.filter((_, index) => !leftOut.includes(groups[index]?.id ?? ''));
  const readAll = () => start({ begin: {}, run: readInTurn });
  const readOrStop = useEffectEvent((isOn: boolean) => {
    if (!isOn) cancel();
    // After a failure, or when the user has cancelled, reading continues only on request.
    else if (!isOver || !included.some(isStopped)) readAll();
  });
  useEffect(() => readOrStop(isWanted), [isWanted]);

  return {
    /** In the order of the groups; none while nothing is wanted. */
    readings,
    /** No group is being read or queued. */
    isOver,
    /** Some groups have not been read, because reading was cancelled or failed. */
    isStuck: isOver && nextUnread(readings, leftOut) !== -1,
    cancel() {
      for (const { job } of readers) job.cancel();
    },
    /**
     * Continues where reading was cancelled or failed.
     *
     * @param nextLeftOut the new ids to leave out, if they have just changed
     */
    resume(nextLeftOut = skipped.current) {
      skipped.current = nextLeftOut;
      readAll();
    },
  };
}

/** Combines all readers into one store, whose snapshot is a new array whenever a reader changes. */
function combined(readers: readonly GroupReader[]) {
  let states: readonly unknown[] = [];
  let readings: readonly Reading[] = [];
  return {
    subscribe(listener: () => void) {
      const ends = readers.map(({ job }) => job.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    getSnapshot() {
      const present = readers.map(({ job }) => job.getSnapshot());
      if (present.some((state, index) => state !== states[index])) {
        states = present;
        readings = present.map(readingOf);
      }
      return readings;
    },
  };
}
