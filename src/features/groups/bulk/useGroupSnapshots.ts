import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react';

import { useJob } from '#api/jobs/useJob.ts';
import { useUserServices } from '#api/userServices.tsx';

import { readingOf, type GroupReader, type Reading } from '../impact/groupReader.ts';
import { readerFor, type GroupToLock } from '../impact/useLockImpact.ts';

/** The SIMs read for several groups. */
export type GroupSnapshots = ReturnType<typeof useGroupReadings>;

/**
 * Reads the SIMs of several groups, one group at a time, so that no more calls are in flight than for a single group.
 * It stops at a failure or when cancelled.
 *
 * @param groups must not change between renders
 * @param isWanted nothing is read until this is true
 * @param leftOut ids of groups that are not read; SIMs already read are kept
 */
export function useGroupReadings(
  groups: readonly GroupToLock[],
  isWanted: boolean,
  leftOut: readonly string[],
) {
  const { api } = useUserServices();
  const readers = useMemo(() => groups.map((group) => readerFor(api, group)), [api, groups]);
  const watched = useMemo(() => combined(readers), [readers]);
  const readings = useSyncExternalStore(watched.subscribe, watched.getSnapshot);
  const { state, start } = useJob<object, void>('read the groups’ SIMs');

  const skipped = useRef(leftOut);
  useEffect(() => {
    skipped.current = leftOut;
  }, [leftOut]);

  // SIMs are found by group name.
  const nextReader = () =>
    readers.find((reader, index) => {
      const { id = '', name = '' } = groups[index] ?? {};
      const isRead = reader.job.getSnapshot().step === 'done';
      return name !== '' && !skipped.current.includes(id) && !isRead;
    });

  async function readInTurn(signal: AbortSignal): Promise<void> {
    for (let reader = nextReader(); reader; reader = nextReader()) {
      // oxlint-disable-next-line no-await-in-loop -- one group after the other
      await reader.read();
      signal.throwIfAborted();
      // The read was cancelled or failed.
      if (reader.job.getSnapshot().step !== 'done') return;
    }
  }

  const readAll = useEffectEvent(() => start({ begin: {}, run: readInTurn }));
  useEffect(() => {
    if (isWanted) readAll();
  }, [isWanted]);

  return {
    /** In the order of the groups. */
    readings,
    /** No group is being read or queued. */
    isOver: state.step === 'done',
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
      start({ begin: {}, run: readInTurn });
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
