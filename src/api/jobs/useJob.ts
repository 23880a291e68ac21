import { useState, useSyncExternalStore } from 'react';

import { describeError } from '../describeError.ts';
import { useBug } from '../useBug.ts';
import type { CallWait } from './callPace.ts';
import { createJob, type Job, type MayWait, type Work } from './job.ts';

/**
 * A job that belongs to a component and stops when it unmounts, or a job that outlives it.
 *
 * @param doing completes "Could not …"
 */
export function useJob<Progress extends MayWait, Result>(
  doing: string,
  given?: Job<Progress, Result>,
) {
  const [own] = useState(() => given ?? createJob<Progress, Result>());
  const job = given ?? own;
  const state = useSyncExternalStore(job.subscribe, job.getSnapshot);
  const showBug = useBug();
  // Service failures are states of the job.
  const perform = (action: Promise<void>) => void action.catch(showBug);
  const wait = state.step === 'running' ? state.progress.wait : undefined;
  const error = state.step === 'stopped' ? state.error : undefined;
  return {
    state,
    /** The displayed reason for the wait, and when it ends. */
    wait: waitWords(wait, doing),
    /** The displayed reason why it stopped; undefined if it was cancelled. */
    failure: error && describeError(error, doing),
    /** Runs an action whose failure would be a bug. */
    perform,
    start: (work: Work<Progress, Result>) => perform(job.start(work)),
    resume: () => perform(job.resume()),
    cancel: job.cancel,
    close: job.close,
  };
}

/** @param doing completes "Could not …" */
export function waitWords(wait: CallWait | undefined, doing: string) {
  return wait && { until: wait.until, failure: wait.error && describeError(wait.error, doing) };
}
