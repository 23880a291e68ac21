import { useState, useSyncExternalStore } from 'react';

import { describeError } from '../describeError.ts';
import type { CallWait } from './callPace.ts';
import { createJob, type Job, type MayWait, type Work } from './job.ts';

/**
 * A job of a component, which stops when the component is left, or one that outlives it.
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
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  // Failures of the service are states of the job; anything else belongs to the error boundary of the page.
  if (bug) throw bug.error;
  const perform = (action: Promise<void>) =>
    void action.catch((error: unknown) => setBug({ error }));
  const wait = state.step === 'running' ? state.progress.wait : undefined;
  const error = state.step === 'stopped' ? state.error : undefined;
  return {
    state,
    /** Why it waits, in words, and until when. */
    wait: waitWords(wait, doing),
    /** Why it stopped, in words; undefined if it was cancelled. */
    failure: error && describeError(error, doing),
    /** Performs an action whose failure is a bug. */
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
