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

export type JobEvent<Progress, Result, Failure> =
  | { readonly type: 'started'; readonly progress: Progress }
  | { readonly type: 'resumed' }
  | { readonly type: 'progressed'; readonly progress: Progress }
  | { readonly type: 'cancelled' }
  | { readonly type: 'stopped'; readonly progress: Progress; readonly error: Failure | undefined }
  | { readonly type: 'ended'; readonly result: Result }
  | { readonly type: 'closed' };

/** @returns the same state if the event has no effect, such as progress after the end */
export function nextJobState<Progress, Result, Failure>(
  state: JobState<Progress, Result, Failure>,
  event: JobEvent<Progress, Result, Failure>,
): JobState<Progress, Result, Failure> {
  const running = state.step === 'running' ? state : undefined;
  switch (event.type) {
    case 'started':
      return running ?? { step: 'running', progress: event.progress, isCancelled: false };
    case 'resumed':
      return state.step === 'stopped'
        ? { step: 'running', progress: state.progress, isCancelled: false }
        : state;
    case 'progressed':
      return running ? { ...running, progress: event.progress } : state;
    case 'cancelled':
      return running && !running.isCancelled ? { ...running, isCancelled: true } : state;
    case 'stopped': {
      const { progress, error } = event;
      return running ? { ...running, step: 'stopped', progress, error } : state;
    }
    case 'ended':
      return running ? { step: 'done', result: event.result } : state;
    case 'closed':
      return running ?? { step: 'idle' };
  }
}
