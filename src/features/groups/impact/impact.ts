import { isWhole, type ScanReport } from '#api/scan/scan.ts';

type ImpactKind =
  /** Every SIM that the service lists for the group was read, and each is known to be of it. */
  | 'complete'
  /** It is not known how many SIMs it would be: see `impactOf`. */
  | 'partial'
  /** Called off by the person: there may be more. */
  | 'cancelled';

/** What a preview found for a lock that was not sent yet, by what was last known of the devices. */
export interface Impact {
  readonly kind: ImpactKind;
  /** The SIMs that may lose service: see `LockAssessment`. */
  readonly losing: number;
  /** The SIMs that were read. */
  readonly read: number;
}

/** What a reading came to. */
interface Counts extends Pick<Impact, 'losing' | 'read'> {
  /** How many of the SIMs read do not say of which group they are: they may be of another. */
  readonly unsure: number;
  /** The group's own `total`, as the service reports it; undefined where it does not. */
  readonly reportedTotal: number | undefined;
}

/**
 * A reading counts as complete only where nothing speaks against it: the list came to its end without a
 * sign that rows moved meanwhile, with every record readable and known to be of the group, and no SIM at
 * all was found only where the group's own `total` is zero as well. How the filter by group name matches is not shown (API document 4.5): an
 * empty answer alone does not say that there is no SIM.
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
