import { createJob, type Work } from '#api/jobs/job.ts';
import { throwIfStopped, type ListServices } from '#api/jobs/pacedCalls.ts';
import { createThingsScan, noRows, type ScanProgress, type ScanReport } from '#api/scan/scan.ts';
import type { ThingRecord } from '#api/things.ts';
import { formatClock } from '#lib/format.ts';
import type { JobState } from '#lib/jobState.ts';

import { membership, simOf, type GroupIdentity, type Sim } from './sim.ts';

/** The part of a group read so far. */
interface GroupProgress extends ScanProgress {
  /** The group's SIMs, in list order; a new array whenever there are more. */
  readonly sims: readonly Sim[];
  /** How many of them do not report their group. */
  readonly unsure: number;
  /** Things found by the filter that belong to another group, and are excluded. */
  readonly others: number;
  /** How the last run ended. */
  readonly report?: ScanReport | undefined;
  /** When the first row was requested and the last row arrived, in milliseconds since the epoch. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

export interface Reading extends GroupProgress {
  readonly step: 'ready' | 'running' | 'ended';
  /** Whether the user cancelled the last run. Leaving the page does not count as cancelling. */
  readonly isCancelled: boolean;
}

/** Reads a group's SIMs and keeps them. */
export type GroupReader = ReturnType<typeof createGroupReader>;

/** Milliseconds between progress updates, each of which sorts all SIMs. */
const updateEveryMs = 250;

const nothing: GroupProgress = { ...noRows, sims: [], unsure: 0, others: 0 };
export const noReading: Reading = { ...nothing, step: 'ready', isCancelled: false };

export function readingOf(state: JobState<GroupProgress, GroupProgress, unknown>): Reading {
  if (state.step === 'idle') return noReading;
  if (state.step === 'done') return { ...state.result, step: 'ended', isCancelled: false };
  const { step, progress, isCancelled } = state;
  return { ...progress, step: step === 'running' ? 'running' : 'ended', isCancelled };
}

/** Whether it was cancelled or failed, so that it can be continued. */
export function isStopped({ report }: Pick<Reading, 'report'>): boolean {
  return report?.end.kind === 'cancelled' || report?.end.kind === 'failed';
}

/** When the SIMs were read, for example "Read from 10:40 to 10:41." */
export function readAtWords(readings: readonly Reading[]): string {
  const read = readings.filter(({ endedAt }) => endedAt !== undefined);
  const from = formatClock(Math.min(...read.map(({ startedAt = 0 }) => startedAt)));
  const to = formatClock(Math.max(...read.map(({ endedAt = 0 }) => endedAt)));
  return from === to ? `Read at ${from}.` : `Read from ${from} to ${to}.`;
}

export function createGroupReader(given: ListServices, group: GroupIdentity) {
  const job = createJob<GroupProgress, GroupProgress>({
    clock: given.clock,
    showEveryMs: updateEveryMs,
  });
  const start = () => job.start(readingWork(given, group));
  return {
    job,
    /** Starts, or resumes where the last run stopped. Does nothing during a run or when everything has been read. */
    read: () => (job.getSnapshot().step === 'idle' ? start() : job.resume()),
    /** Drops the rows read and starts from the first row. */
    readAgain() {
      job.cancel();
      return start();
    },
  };
}

function readingWork(
  given: ListServices,
  group: GroupIdentity,
): Work<GroupProgress, GroupProgress> {
  const { clock } = given;
  const sims: Sim[] = [];
  let reading = nothing;

  function add(things: readonly ThingRecord[]) {
    let { unsure, others } = reading;
    for (const thing of things) {
      const member = membership(thing, group);
      if (member === 'other') others++;
      else sims.push(simOf(thing));
      if (member === 'unsure') unsure++;
    }
    reading = { ...reading, unsure, others };
  }

  const scan = createThingsScan(
    given,
    { filters: { ThingsGroupName: group.name } },
    { onBatch: add },
  );
  return {
    begin: nothing,
    async run(signal, show) {
      const update = (change: Partial<GroupProgress>) => {
        const isLonger = sims.length > reading.sims.length;
        reading = { ...reading, ...change, ...(isLonger && { sims: sims.slice() }) };
        show(reading);
      };
      update({ startedAt: reading.startedAt ?? clock.now() });
      const report = await scan.run(signal, update);
      const { end, ...counts } = report;
      update({ ...counts, wait: undefined, report, endedAt: clock.now() });
      throwIfStopped(end, signal);
      return reading;
    },
  };
}
