import { useEffect, useRef, type ComponentProps } from 'react';

import type { JobState } from '#lib/jobState.ts';

import { Button } from './Button.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Notice } from './Notice.tsx';
import { ScanProgress } from './ScanProgress.tsx';

/** A job that users can watch and stop, with descriptions of its pauses and failures. */
export interface ShownJob<Progress, Result> {
  readonly state: JobState<Progress, Result, unknown>;
  readonly wait: ComponentProps<typeof ScanProgress>['wait'];
  readonly failure: ComponentProps<typeof ErrorNotice> | undefined;
  readonly cancel: () => void;
  readonly resume: () => void;
}

interface JobPanelProps<Progress, Result> {
  job: ShownJob<Progress, Result>;
  running: (progress: Progress) => Omit<ComponentProps<typeof ScanProgress>, 'wait' | 'onCancel'>;
  /** What has and has not been done, once the job has stopped; undefined if the failure message is enough. */
  stopped: (progress: Progress) => string | undefined;
  /** Omitted if the partial result stays on the page. */
  onClose?: () => void;
}

/** A job's progress and its pauses; once it has stopped, the reason, and the buttons to continue. */
export function JobPanel<Progress, Result>(props: JobPanelProps<Progress, Result>) {
  const { job, running, stopped, onClose } = props;
  const { state, failure } = job;
  switch (state.step) {
    case 'idle':
    case 'done':
      return null;
    case 'running':
      return <ScanProgress {...running(state.progress)} wait={job.wait} onCancel={job.cancel} />;
    case 'stopped': {
      const words = stopped(state.progress);
      const buttons = (
        <>
          <Button small variant="primary" onClick={job.resume}>
            Continue
          </Button>
          {onClose && (
            <Button small onClick={onClose}>
              Close
            </Button>
          )}
        </>
      );
      return (
        <>
          {failure && (
            <ErrorNotice {...failure}>{words === undefined ? buttons : undefined}</ErrorNotice>
          )}
          {words !== undefined && (
            <Notice tone="warning">
              <span>{words}</span>
              {buttons}
            </Notice>
          )}
        </>
      );
    }
  }
}

/** Focuses a job's panel at each step, because each step has different controls. */
export function useStepFocus(step: string) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step !== 'idle') panel.current?.focus();
  }, [step]);
  return panel;
}
