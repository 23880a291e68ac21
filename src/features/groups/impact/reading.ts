import {
  createThingsScan,
  type ScanProgress,
  type ScanReport,
  type ThingsScan,
} from '#api/scan/scan.ts';
import type { ThingRecord, ThingsApi } from '#api/things.ts';
import type { Clock } from '#lib/clock.ts';

import { membership, type GroupIdentity } from './groupMembers.ts';
import { simOf, type Sim } from './sim.ts';

/** What was read of a group so far. */
export interface Reading {
  readonly step: 'ready' | 'running' | 'ended';
  /** The group's SIMs, in the order of the list; a new array whenever there are more. */
  readonly sims: readonly Sim[];
  /** How many of them do not say of which group they are. */
  readonly unsure: number;
  /** Things that the filter found and that say they are of another group; left out. */
  readonly others: number;
  readonly progress: ScanProgress;
  /** How the last run ended. */
  readonly report?: ScanReport | undefined;
  /** Whether it was the person who called the last run off, and nobody's leaving. */
  readonly isCalledOff: boolean;
  /** When the first row was asked for and the last one came, in milliseconds since the epoch. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** Reads the SIMs of a group for as long as somebody listens, and keeps what was read. */
export interface GroupReader {
  readonly getSnapshot: () => Reading;
  /** @returns stops listening; when nobody listens any more, no more is asked for */
  readonly subscribe: (listener: () => void) => () => void;
  /** Begins, or goes on from where the last run stopped. Does nothing while it runs or after its end. */
  readonly read: () => Promise<void>;
  readonly cancel: () => void;
}

/** Milliseconds between two looks at the progress: eyes want no more, and each one sorts all SIMs. */
const showEveryMs = 250;

const nothing: Reading = {
  step: 'ready',
  sims: [],
  unsure: 0,
  others: 0,
  isCalledOff: false,
  progress: { rows: 0, pages: 0, duplicates: 0, unreadable: 0, shifts: 0 },
};

export function createGroupReader(
  given: {
    readonly things: Pick<ThingsApi, 'list' | 'listBudget'>;
    readonly clock: Clock;
    readonly random: () => number;
  },
  group: GroupIdentity,
): GroupReader {
  const { clock } = given;
  const listeners = new Set<() => void>();
  const sims: Sim[] = [];
  let unsure = 0;
  let others = 0;
  let reading = nothing;
  let shownAt = 0;
  let abort = new AbortController();
  let run: Promise<void> | undefined;
  const scan: ThingsScan = createThingsScan(
    given,
    { filters: { ThingsGroupName: group.name } },
    { onBatch: add, onProgress: showSometimes },
  );

  function add(things: readonly ThingRecord[]) {
    for (const thing of things) {
      const member = membership(thing, group);
      if (member === 'other') others++;
      else sims.push(simOf(thing));
      if (member === 'unsure') unsure++;
    }
  }

  function showSometimes(progress: ScanProgress) {
    const now = clock.now();
    if (progress.wait === undefined && now - shownAt < showEveryMs) return;
    shownAt = now;
    show({ step: 'running', progress });
  }

  function show(change: Partial<Reading>) {
    const isLonger = sims.length > reading.sims.length;
    reading = { ...reading, ...change, unsure, others, ...(isLonger && { sims: sims.slice() }) };
    for (const listener of listeners) listener();
  }

  async function runOnce() {
    abort = new AbortController();
    show({ step: 'running', isCalledOff: false, startedAt: reading.startedAt ?? clock.now() });
    const report = await scan.run(abort.signal);
    const { end: _, ...progress } = report;
    show({ step: 'ended', progress, report, endedAt: clock.now() });
  }

  return {
    getSnapshot: () => reading,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) abort.abort();
      };
    },
    async read() {
      // A run that was called off has to end before the next one begins.
      if (abort.signal.aborted) await run;
      if (run || !canGoOn(reading)) return;
      run = runOnce();
      try {
        await run;
      } finally {
        run = undefined;
      }
    },
    cancel() {
      show({ isCalledOff: true });
      abort.abort();
    },
  };
}

/** Whether reading on can bring more. */
export function canGoOn({ report }: Pick<Reading, 'report'>): boolean {
  return !report || report.end.kind === 'cancelled' || report.end.kind === 'failed';
}
