import type { ScanReport } from '#api/scan.ts';

/**
 * What a preview found for a lock that was not sent yet, by what was last known of the devices. `losing`
 * counts the SIMs that may lose service: see `LockAssessment`. `read` counts the SIMs of the group that
 * were read.
 */
export type Impact =
  /** Every SIM that the service lists for the group was read. */
  | { readonly kind: 'complete'; readonly losing: number; readonly read: number }
  /** The list could not be read to its end, or not every record: there may be more. */
  | { readonly kind: 'partial'; readonly losing: number; readonly read: number }
  /** Called off by the person: there may be more. */
  | { readonly kind: 'cancelled'; readonly losing: number; readonly read: number };

/** @param counts of the SIMs read so far */
export function impactOf(
  { end, unreadable }: Pick<ScanReport, 'end' | 'unreadable'>,
  counts: { readonly losing: number; readonly read: number },
): Impact {
  if (end.kind === 'cancelled') return { kind: 'cancelled', ...counts };
  // A record that could not be read may be a SIM that loses service.
  return { kind: end.kind === 'complete' && unreadable === 0 ? 'complete' : 'partial', ...counts };
}
