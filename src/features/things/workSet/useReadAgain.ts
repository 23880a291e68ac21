import { useEffect, useRef, useState } from 'react';

import type { ApiError } from '#api/errors.ts';
import { createLookups, type LookupsEnd, type LookupTask } from '#api/scan/lookups.ts';
import type { ScanWait } from '#api/scan/scanPace.ts';
import type { ThingsList } from '#api/things.ts';
import { useUserServices } from '#api/userServices.tsx';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Reading } from '#api/workSet/workSet.ts';
import { systemClock } from '#lib/clock.ts';

/** How far reading again is. */
export interface ReadCounts {
  readonly total: number;
  readonly found: number;
  /** SIMs that the service no longer lists. */
  readonly missing: number;
  /** SIMs whose lookup failed, or whose answer leaves open whether they are there. */
  readonly unclear: number;
  /** Why the last lookup failed that did. */
  readonly error?: ApiError | undefined;
}

export type ReadAgainState =
  | { readonly step: 'idle' }
  /** Says what it costs, before anything is asked. */
  | { readonly step: 'asking'; readonly iccids: readonly string[] }
  | { readonly step: 'running'; readonly counts: ReadCounts; readonly wait?: ScanWait | undefined }
  | { readonly step: 'ended'; readonly counts: ReadCounts; readonly end: LookupsEnd };

/** Milliseconds between two updates on screen, and of the set, which is written with each. */
const progressEveryMs = 100;
const storeEveryMs = 3_000;

/** Reads the SIMs of the work set again, each by its exact ICCID. It stops when the page is left. */
export function useReadAgain() {
  const { api } = useUserServices();
  const { workSet } = useWorkSet();
  const [state, setState] = useState<ReadAgainState>({ step: 'idle' });
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  const run = useRef<(signal: AbortSignal) => Promise<void>>(undefined);
  const cancellation = useRef(new AbortController());
  useEffect(() => () => cancellation.current.abort(), []);
  // For the error boundary of the page.
  if (bug) throw bug.error;

  function createRun(iccids: readonly string[]) {
    let counts: ReadCounts = { total: iccids.length, found: 0, missing: 0, unclear: 0 };
    let unsaved: Reading[] = [];
    let wait: ScanWait | undefined;
    let isRunning = false;
    let isShowing = false;
    let savedAt = systemClock.now();

    function save() {
      if (unsaved.length > 0) workSet.update(unsaved);
      unsaved = [];
      savedAt = systemClock.now();
    }

    const tasks = iccids.map((iccid) =>
      lookUp(iccid, {
        onRead(list) {
          const reading = readingOf(iccid, list);
          if (reading) unsaved.push(reading);
          const kind = kindOf(reading);
          counts = { ...counts, [kind]: counts[kind] + 1 };
        },
        onFailed(error) {
          counts = { ...counts, unclear: counts.unclear + 1, error };
        },
      }),
    );
    const given = { things: api.things, clock: systemClock, random: Math.random };
    /** Shows what is latest by then: an answer can come every few milliseconds. */
    function showSoon() {
      if (isShowing) return;
      isShowing = true;
      systemClock.after(progressEveryMs, () => {
        isShowing = false;
        if (isRunning) setState({ step: 'running', counts, wait });
      });
    }

    const lookups = createLookups(given, tasks, (progress) => {
      wait = progress.wait;
      if (systemClock.now() - savedAt >= storeEveryMs) save();
      showSoon();
    });
    return async (signal: AbortSignal) => {
      isRunning = true;
      setState({ step: 'running', counts });
      try {
        const end = await lookups.run(signal);
        setState({ step: 'ended', counts, end });
      } finally {
        isRunning = false;
        // What was read is kept, however the run ended.
        save();
      }
    };
  }

  function go() {
    cancellation.current = new AbortController();
    run.current?.(cancellation.current.signal).catch((error: unknown) => setBug({ error }));
  }

  return {
    state,
    ask: (iccids: readonly string[]) => setState({ step: 'asking', iccids }),
    start() {
      if (state.step !== 'asking') return;
      run.current = createRun(state.iccids);
      go();
    },
    cancel: () => cancellation.current.abort(),
    /** Reads what is missing; nothing that was read is read again. */
    resume: go,
    close: () => setState({ step: 'idle' }),
  };
}

/** One call, for one ICCID. */
function lookUp(
  iccid: string,
  { onRead, onFailed }: { onRead: (list: ThingsList) => void; onFailed: (error: ApiError) => void },
): LookupTask {
  let isDone = false;
  return {
    next: () => (isDone ? undefined : { name: 'ExternalUniqueId', value: iccid }),
    answered(list) {
      isDone = true;
      onRead(list);
    },
    failed(error) {
      isDone = true;
      onFailed(error);
    },
  };
}

/**
 * What an answer says of a SIM. The filter also matches parts of an ICCID. Undefined if the SIM may be among
 * rows that could not be read, or that follow.
 */
function readingOf(iccid: string, list: ThingsList): Reading | undefined {
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
