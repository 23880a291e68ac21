import {
  createThingsScan,
  type ScanProgress,
  type ScanReport,
  type ThingsScan,
} from '#api/scan/scan.ts';
import type { ThingRecord, ThingsApi } from '#api/things.ts';
import type { Clock } from '#lib/clock.ts';

import { membership, simOf, type GroupIdentity, type Sim } from './sim.ts';

/** What was read of a group so far. */
export interface Reading {
  readonly step: 'ready' | 'running' | 'ended';
  /** The group's SIMs, in the order of the list; a new array whenever there are more. */
  readonly sims: readonly Sim[];
  /** How many of them do not say which group they belong to. */
  readonly unsure: number;
  /** Things that the filter found and that belong to another group; left out. */
  readonly others: number;
  readonly progress: ScanProgress;
  /** How the last run ended. */
  readonly report?: ScanReport | undefined;
  /** Whether the user cancelled the last run. A run that ends because its page was left is not. */
  readonly isCancelled: boolean;
  /** When the first row was asked for and the last one came, in milliseconds since the epoch. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** Reads the SIMs of a group while it has a subscriber, and keeps what was read. */
export interface GroupReader {
  readonly getSnapshot: () => Reading;
  /** @returns unsubscribes; without any subscriber the reading stops */
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts, or resumes where the last run stopped. Does nothing during a run, or when all is read. */
  readonly read: () => Promise<void>;
  /** Drops what was read and starts from the first row. */
  readonly readAgain: () => Promise<void>;
  readonly cancel: () => void;
}

/** Milliseconds between two updates of the progress: each one sorts all SIMs. */
const updateEveryMs = 250;

export const noReading: Reading = {
  step: 'ready',
  sims: [],
  unsure: 0,
  others: 0,
  isCancelled: false,
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
  let sims: Sim[] = [];
  let unsure = 0;
  let others = 0;
  let reading = noReading;
  let updatedAt = 0;
  let abort = new AbortController();
  let run: Promise<void> | undefined;
  let scan = createScan();

  function createScan(): ThingsScan {
    const filter = { filters: { ThingsGroupName: group.name } };
    return createThingsScan(given, filter, { onBatch: add });
  }

  function add(things: readonly ThingRecord[]) {
    for (const thing of things) {
      const member = membership(thing, group);
      if (member === 'other') others++;
      else sims.push(simOf(thing));
      if (member === 'unsure') unsure++;
    }
  }

  function updateSometimes(progress: ScanProgress) {
    const now = clock.now();
    if (progress.wait === undefined && now - updatedAt < updateEveryMs) return;
    updatedAt = now;
    update({ step: 'running', progress });
  }

  function update(change: Partial<Reading>) {
    const isLonger = sims.length > reading.sims.length;
    reading = { ...reading, ...change, unsure, others, ...(isLonger && { sims: sims.slice() }) };
    for (const listener of listeners) listener();
  }

  async function runOnce() {
    abort = new AbortController();
    update({ step: 'running', isCancelled: false, startedAt: reading.startedAt ?? clock.now() });
    const report = await scan.run(abort.signal, updateSometimes);
    const { end: _, ...progress } = report;
    update({ step: 'ended', progress, report, endedAt: clock.now() });
  }

  async function read() {
    // A cancelled run has to end before the next one begins.
    if (abort.signal.aborted) await run;
    if (run || !canResume(reading)) return;
    run = runOnce();
    try {
      await run;
    } finally {
      run = undefined;
    }
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
    read,
    async readAgain() {
      abort.abort();
      await run;
      sims = [];
      unsure = 0;
      others = 0;
      scan = createScan();
      reading = noReading;
      await read();
    },
    cancel() {
      update({ isCancelled: true });
      abort.abort();
    },
  };
}

/** Whether reading on can bring more. */
export function canResume({ report }: Pick<Reading, 'report'>): boolean {
  return !report || report.end.kind === 'cancelled' || report.end.kind === 'failed';
}
