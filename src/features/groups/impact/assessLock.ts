import { isWhole, type ScanReport } from '#api/scan/scan.ts';
import { isInsidePrefix } from '#identifiers/imei.ts';

import type { Sim } from './sim.ts';

/** How the last known device compares with a prefix. Every SIM is in exactly one bucket. */
export const imeiBuckets = ['inside', 'outside', 'none', 'malformed'] as const;
export type ImeiBucket = (typeof imeiBuckets)[number];

/** A bucket's SIMs, and how many are reported as suspended (API document 3), and how many without a state. */
export type BucketContent = ReturnType<typeof content>;

/** A group's SIMs, sorted by how their last known devices compare with a prefix. */
export type LockAssessment = ReturnType<typeof assessLock>;

/** Sorts SIMs by a prefix of 1 to 15 digits. */
export function assessLock(sims: readonly Sim[], prefix: string) {
  const sorted: Record<ImeiBucket, Sim[]> = { inside: [], outside: [], none: [], malformed: [] };
  for (const sim of sims) sorted[bucketOf(sim, prefix)].push(sim);
  const buckets = {
    inside: content(sorted.inside),
    outside: content(sorted.outside),
    none: content(sorted.none),
    malformed: content(sorted.malformed),
  };
  const mayLose = [buckets.outside, buckets.none, buckets.malformed];
  return {
    buckets,
    /** SIMs reported as suspended, from all buckets. */
    suspended: sims.filter(isSuspended),
    /** SIMs without a reported state, from all buckets. */
    stateNotReported: sims.filter(hasNoState),
    /**
     * SIMs that may lose service: their last known IMEI is not known to begin with the prefix, and they are not
     * suspended, so they have service to lose. A SIM without a known IMEI counts, because nothing shows that it would
     * keep its service.
     */
    losing: mayLose.reduce((sum, bucket) => sum + bucket.sims.length - bucket.suspended, 0),
    total: sims.length,
  };
}

function bucketOf({ device }: Sim, prefix: string): ImeiBucket {
  if (device.kind !== 'imei') return device.kind;
  return isInsidePrefix(device.digits, prefix) ? 'inside' : 'outside';
}

function content(sims: readonly Sim[]) {
  const suspended = sims.filter(isSuspended).length;
  return { sims, suspended, stateNotReported: sims.filter(hasNoState).length };
}

/** SUSPENDED is the only documented state without service (API document 3). */
function isSuspended({ state }: Sim): boolean {
  return state?.toUpperCase() === 'SUSPENDED';
}

function hasNoState({ state }: Sim): boolean {
  return state === undefined;
}

/** A preview's result for a lock that has not been sent, based on the last known devices. */
export interface Impact {
  /**
   * `complete`: every SIM that the service lists for the group was read, and each is known to belong to it. `partial`:
   * the number of SIMs that may lose service is unknown. `cancelled`: the user stopped reading, so there may be more.
   */
  readonly kind: 'complete' | 'partial' | 'cancelled';
  /** The SIMs that may lose service: see `LockAssessment`. */
  readonly losing: number;
  readonly read: number;
}

interface Counts extends Pick<Impact, 'losing' | 'read'> {
  /** How many of the SIMs read do not report their group. */
  readonly unsure: number;
  /** The group's own `total` as reported by the service; undefined if missing. */
  readonly reportedTotal: number | undefined;
}

/**
 * A snapshot counts as complete only if the list was read to the end with no sign of moved rows, and every record was
 * readable and known to belong to the group. API document 4.5 does not show how the group name filter matches, so an
 * empty response alone does not prove that there are no SIMs: the group's own `total` must be zero too.
 */
export function impactOf(
  report: Omit<ScanReport, 'rows' | 'pages'>,
  { losing, read, unsure, reportedTotal }: Counts,
): Impact {
  if (report.end.kind === 'cancelled') return { kind: 'cancelled', losing, read };
  const isFound = read > 0 || reportedTotal === 0;
  const isComplete = isWhole(report) && unsure === 0 && isFound;
  return { kind: isComplete ? 'complete' : 'partial', losing, read };
}
