import type { NameOf } from '#api/nameLookup.ts';
import { createCsvFile, fileTime } from '#lib/csvFile.ts';
import { formatNumber } from '#lib/format.ts';

import {
  imeiBuckets,
  type BucketContent,
  type ImeiBucket,
  type LockAssessment,
} from './assessLock.ts';
import type { Sim } from './sim.ts';
import { tacOfSim } from './tacs.ts';

export const bucketNames: Readonly<Record<ImeiBucket, string>> = {
  inside: 'Matches the prefix',
  outside: 'Does not match the prefix',
  none: 'No IMEI, or only zeros',
  malformed: 'Not a readable IMEI',
};

/** A row of the SIM table. */
export interface ImpactLine {
  readonly id: string;
  readonly name: string;
  readonly sims: readonly Sim[];
  /** How many of them are suspended; a phrase if some do not report their state. */
  readonly suspended: string;
  /** Whether its SIMs are in other rows too. */
  readonly isAcross: boolean;
}

/** One row for each bucket, then one for each state counted across the buckets. */
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

/** What an exported SIMs file covers. */
export interface FileSubject {
  readonly groupName: string;
  readonly prefix: string;
  /** The table row, in words. */
  readonly line: string;
  readonly isComplete: boolean;
  /** When the SIMs were read, in milliseconds since the epoch. */
  readonly readAt: number;
}

/**
 * One line per SIM, with its reported IMEI and its table row.
 *
 * @param nameOf the names of device models; undefined with static hosting
 */
export function simsFile(sims: readonly Sim[], { buckets }: LockAssessment, nameOf?: NameOf): Blob {
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
    ...(nameOf ? [{ head: 'Device model', text: (sim: Sim) => nameOf(tacOfSim(sim)) }] : []),
    { head: 'Last known IMEI', text: (sim) => lines.get(sim) },
  ]);
  file.add(sims);
  return file.blob();
}

/** Maximum length of the group's name in a file name. */
const longestName = 40;

/** For example `impact_Scooter-Sharing_86056704_Does-not-match-the-prefix_2026-11-21T0830Z_complete.csv`. */
export function simsFileName({ groupName, prefix, line, isComplete, readAt }: FileSubject): string {
  const group = Array.from(plain(groupName)).slice(0, longestName).join('');
  const state = isComplete ? 'complete' : 'partial';
  return `impact_${group}_${prefix}_${plain(line)}_${fileTime(readAt)}_${state}.csv`;
}

/** Letters and digits of all scripts; nothing with a special meaning in a file system or a shell. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
}
