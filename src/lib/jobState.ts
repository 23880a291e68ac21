/**
 * The state of a job. A job that pauses, for example at a rate limit, counts as running: its progress says when the
 * pause ends.
 *
 * - `idle` → `running`
 * - `running` → `done`, or `stopped`
 * - `stopped` → `running`, if it is resumed or started again
 */
export type JobState<Progress, Result, Failure> =
  | { readonly step: 'idle' }
  | {
      readonly step: 'running';
      readonly progress: Progress;
      /** Whether the user has cancelled it, so that it is about to stop. */
      readonly isCancelled: boolean;
    }
  /** Cancelled, abandoned or (with an error) failed; it can continue from there. */
  | {
      readonly step: 'stopped';
      readonly progress: Progress;
      readonly isCancelled: boolean;
      readonly error: Failure | undefined;
    }
  | { readonly step: 'done'; readonly result: Result };
