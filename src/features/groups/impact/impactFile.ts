import { createBlobParts } from '#lib/blobParts.ts';
import { csvLine } from '#lib/csv.ts';

import { imeiBuckets, type LockAssessment } from './assessLock.ts';
import { impactMessages } from './impactMessages.ts';
import type { Sim } from './sim.ts';

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

/** One line for each SIM, with its IMEI as it came and the line of the table that it is in. */
export function simsFile(sims: readonly Sim[], { buckets }: LockAssessment): Blob {
  const lines = new Map(
    imeiBuckets.flatMap((bucket) =>
      buckets[bucket].sims.map((sim) => [sim, impactMessages.buckets[bucket]] as const),
    ),
  );
  const parts = createBlobParts('text/csv;charset=utf-8');
  parts.add(csvLine(impactMessages.fileHead));
  for (const sim of sims) {
    const { iccid, name = '', state = '', reported } = sim;
    parts.add(csvLine([iccid, name, state, reported, lines.get(sim) ?? '']));
  }
  return parts.blob();
}

/** Longest part of a file name that a group's name takes. */
const longestName = 40;

/** For example `impact_Scooter-Sharing_86056704_Other-TAC-or-range_2026-11-21T0830Z_complete.csv`. */
export function simsFileName({ groupName, prefix, line, isComplete, readAt }: FileSubject): string {
  const group = Array.from(plain(groupName)).slice(0, longestName).join('');
  const time = new Date(readAt).toISOString().slice(0, 16).replace(':', '');
  const state = isComplete ? 'complete' : 'partial';
  return `impact_${group}_${prefix}_${plain(line)}_${time}Z_${state}.csv`;
}

/** Letters and digits of all scripts; nothing that a file system or a shell takes for something else. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
}
