import { useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import type { MayWait, Work } from '#api/jobs/job.ts';
import { throwIfStopped, type ListServices } from '#api/jobs/pacedCalls.ts';
import { useJob } from '#api/jobs/useJob.ts';
import { createLookups, type LookupTask } from '#api/scan/lookups.ts';
import type { ThingsList } from '#api/things.ts';
import { useUserServices } from '#api/userServices.tsx';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Reading, WorkSet } from '#api/workSet/workSet.ts';
import { systemClock } from '#lib/clock.ts';

/** Progress of reading the SIMs again. */
export interface ReadCounts extends MayWait {
  readonly total: number;
  readonly found: number;
  /** SIMs that the service no longer lists. */
  readonly missing: number;
  /** SIMs whose lookup failed or did not show whether they exist. */
  readonly unclear: number;
  /** The error of the last failed lookup. */
  readonly error?: ApiError | undefined;
}

/** Completes "Could not …". */
const doing = 'read the SIMs again';

/** Milliseconds between updates of the set. Each update writes it to storage. */
const storeEveryMs = 3_000;

/** Reads the SIMs of the work set again, each by its exact ICCID. Stops when the user leaves the page. */
export function useReadAgain() {
  const { api } = useUserServices();
  const { workSet } = useWorkSet();
  const job = useJob<ReadCounts, ReadCounts>(doing);
  const [asked, setAsked] = useState<readonly string[]>();
  const { state } = job;
  const counts = state.step === 'done' ? state.result : 'progress' in state && state.progress;
  const error = counts ? counts.error : undefined;

  return {
    ...job,
    /** Why reading stopped, or why a lookup failed. */
    failure: job.failure ?? (error && describeError(error, doing)),
    /** The SIMs to read; the cost is shown in advance. */
    asked,
    ask(iccids: readonly string[]) {
      job.close();
      setAsked(iccids);
    },
    start() {
      if (!asked) return;
      const services = { things: api.things, clock: systemClock, random: Math.random };
      job.start(readingOf(asked, services, workSet));
      setAsked(undefined);
    },
    close() {
      setAsked(undefined);
      job.close();
    },
  };
}

function readingOf(
  iccids: readonly string[],
  services: ListServices,
  workSet: WorkSet,
): Work<ReadCounts, ReadCounts> {
  let counts: ReadCounts = { total: iccids.length, found: 0, missing: 0, unclear: 0 };
  let unsaved: Reading[] = [];

  /** One call, for one ICCID. */
  function lookUp(iccid: string): LookupTask {
    let isDone = false;
    return {
      next: () => (isDone ? undefined : { name: 'ExternalUniqueId', value: iccid }),
      answered(list) {
        isDone = true;
        const reading = readingIn(list, iccid);
        if (reading) unsaved.push(reading);
        const kind = kindOf(reading);
        counts = { ...counts, [kind]: counts[kind] + 1 };
      },
      failed(error) {
        isDone = true;
        counts = { ...counts, unclear: counts.unclear + 1, error };
      },
    };
  }

  const lookups = createLookups(services, iccids.map(lookUp));
  return {
    begin: counts,
    async run(signal, show) {
      const end = await lookups.run(signal, ({ wait }) => show({ ...counts, wait }));
      show(counts);
      throwIfStopped(end, signal);
      return counts;
    },
    keep: {
      everyMs: storeEveryMs,
      save() {
        if (unsaved.length > 0) workSet.update(unsaved);
        unsaved = [];
      },
    },
  };
}

/**
 * What a response shows about a SIM; undefined if the SIM may be among unreadable rows or, because the filter also
 * matches parts of an ICCID, on a later page.
 */
function readingIn(list: ThingsList, iccid: string): Reading | undefined {
  const { things, unreadable, more, requestId } = list;
  const at = systemClock.now();
  const thing = things.find(({ ExternalUniqueId }) => ExternalUniqueId === iccid);
  if (thing) return { iccid, at, read: { thing, readAt: at, requestId } };
  return unreadable === 0 && more === 'no' ? { iccid, at, read: undefined } : undefined;
}

function kindOf(reading: Reading | undefined): 'found' | 'missing' | 'unclear' {
  if (!reading) return 'unclear';
  return reading.read ? 'found' : 'missing';
}
