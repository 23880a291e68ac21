import { useEffect, useRef } from 'react';

/** Puts the focus on what has the controls of a job: each of its steps has others. */
export function useStepFocus(step: string) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step !== 'idle') panel.current?.focus();
  }, [step]);
  return panel;
}
