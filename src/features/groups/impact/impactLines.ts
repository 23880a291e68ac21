import { createCsvFile, fileTime } from '#lib/csvFile.ts';
import { formatNumber } from '#lib/format.ts';

import {
  imeiBuckets,
  type BucketContent,
  type ImeiBucket,
  type LockAssessment,
} from './assessLock.ts';
import type { Sim } from './sim.ts';

export const bucketNames: Readonly<Record<ImeiBucket, string>> = {
  inside: 'Inside the prefix',
  outside: 'Outside the prefix',
  none: 'No IMEI, or only zeros',
  malformed: 'Not a readable IMEI',
};

/** A line of the table of SIMs. */
export interface ImpactLine {
  readonly id: string;
  readonly name: string;
  readonly sims: readonly Sim[];
  /** How many of them are suspended, in words where that is not reported of all. */
  readonly suspended: string;
  /** Whether its SIMs are in other lines too. */
  readonly isAcross: boolean;
}

/** One line for each bucket, then one for each state that is counted across the buckets. */
export function impactLines(assessment: LockAssessment): readonly ImpactLine[] {
  const { buckets, suspended, stateNotReported } = assessment;
  const across = (id: string, name: string, sims: readonly Sim[]): ImpactLine[] =>
    sims.length === 0 ? [] : [{ id, name, sims, suspended: '', isAcross: true }];
  return [
    ...imeiBuckets.map((bucket) => ({
      id: bucket,
      name: bucketNames[bucket],
      sims: buckets[bucket].sims,
      suspended: suspendedWords(buckets[bucket]),
      isAcross: false,
    })),
    ...across('suspended', 'Suspended', suspended),
    ...across('stateNotReported', 'State not reported', stateNotReported),
  ];
}

function suspendedWords({ sims, suspended, stateNotReported }: BucketContent): string {
  if (stateNotReported === 0) return formatNumber(suspended);
  if (stateNotReported === sims.length) return 'not reported';
  return `${formatNumber(suspended)} (${formatNumber(stateNotReported)} not reported)`;
}

/** What a file of SIMs is about. */
export interface FileSubject {
  readonly groupName: string;
  readonly prefix: string;
  /** The line of the table, in words. */
  readonly line: string;
  readonly isComplete: boolean;
  /** When the SIMs were read, in milliseconds since the epoch. */
  readonly readAt: number;
}

/** One line for each SIM, with its IMEI as reported and the line of the table that it is in. */
export function simsFile(sims: readonly Sim[], { buckets }: LockAssessment): Blob {
  const lines = new Map(
    imeiBuckets.flatMap((bucket) =>
      buckets[bucket].sims.map((sim) => [sim, bucketNames[bucket]] as const),
    ),
  );
  const file = createCsvFile<Sim>([
    { head: 'ICCID', text: ({ iccid }) => iccid },
    { head: 'Thing name', text: ({ name }) => name },
    { head: 'State', text: ({ state }) => state },
    { head: 'IMEI as last reported', text: ({ reported }) => reported },
    { head: 'Last known IMEI', text: (sim) => lines.get(sim) },
  ]);
  file.add(sims);
  return file.blob();
}

/** Longest part of a file name that a group's name takes. */
const longestName = 40;

/** For example `impact_Scooter-Sharing_86056704_Outside-the-prefix_2026-11-21T0830Z_complete.csv`. */
export function simsFileName({ groupName, prefix, line, isComplete, readAt }: FileSubject): string {
  const group = Array.from(plain(groupName)).slice(0, longestName).join('');
  const state = isComplete ? 'complete' : 'partial';
  return `impact_${group}_${prefix}_${plain(line)}_${fileTime(readAt)}_${state}.csv`;
}

/** Letters and digits of all scripts; nothing that has a meaning to a file system or a shell. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
}
