import type { Sim } from './sim.ts';

/** Where the device last seen stands to a prefix. Every SIM is in exactly one. */
export const imeiBuckets = ['inside', 'outside', 'none', 'malformed'] as const;
export type ImeiBucket = (typeof imeiBuckets)[number];

export interface BucketContent {
  readonly sims: readonly Sim[];
  /** How many of them are reported as suspended (API document 3). */
  readonly suspended: number;
  /** How many of them are reported without a state. */
  readonly stateNotReported: number;
}

/** What a lock to a prefix meets, by what was last known. */
export interface LockAssessment {
  readonly buckets: Readonly<Record<ImeiBucket, BucketContent>>;
  /** SIMs reported as suspended, in whatever bucket they are. */
  readonly suspended: readonly Sim[];
  /** SIMs without a reported state, in whatever bucket they are. */
  readonly stateNotReported: readonly Sim[];
  /**
   * SIMs that may lose service: those whose last known IMEI is not known to begin with the prefix, less
   * those that are suspended and have no service to lose. A SIM without a known IMEI counts: nothing
   * shows that it would keep its service.
   */
  readonly losing: number;
  readonly total: number;
}

/**
 * Sorts SIMs by a prefix of 1 to 15 digits.
 *
 * Compares leading digits only. A prefix of 15 digits holds the check digit, which the forms of 14 and 16
 * digits do not have (3GPP TS 23.003, 6.2): such an IMEI is not known to be inside.
 */
export function assessLock(sims: readonly Sim[], prefix: string): LockAssessment {
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
    suspended: sims.filter(isSuspended),
    stateNotReported: sims.filter(hasNoState),
    losing: mayLose.reduce((sum, bucket) => sum + bucket.sims.length - bucket.suspended, 0),
    total: sims.length,
  };
}

function bucketOf({ device }: Sim, prefix: string): ImeiBucket {
  if (device.kind !== 'imei') return device.kind;
  const { digits } = device;
  if (prefix.length > 14 && digits.length !== 15) return 'outside';
  return digits.startsWith(prefix) ? 'inside' : 'outside';
}

function content(sims: readonly Sim[]): BucketContent {
  return {
    sims,
    suspended: count(sims, isSuspended),
    stateNotReported: count(sims, hasNoState),
  };
}

function count(sims: readonly Sim[], test: (sim: Sim) => boolean): number {
  return sims.reduce((sum, sim) => sum + (test(sim) ? 1 : 0), 0);
}

/** SUSPENDED is the one documented state without service (API document 3); of others nothing is known. */
function isSuspended({ state }: Sim): boolean {
  return state?.toUpperCase() === 'SUSPENDED';
}

function hasNoState({ state }: Sim): boolean {
  return state === undefined;
}
