import { useEffect, useState } from 'react';

import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** When waiting begins to need a word, in seconds. */
const patience = 10;

interface StillWaitingProps {
  onCancel?: () => void;
  cancelLabel?: string;
}

/**
 * Stands beside something that is under way: silent at first, then says how long it has been. The seconds
 * are a timer, as in `Countdown`, so that they are not announced each.
 */
export function StillWaiting({ onCancel, cancelLabel = 'Cancel' }: StillWaitingProps) {
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    const begun = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);

  if (seconds < patience) return null;
  return (
    <Notice>
      <span>
        Still waiting (<span role="timer">{seconds} s</span>)
      </span>
      {onCancel && (
        <Button small onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
    </Notice>
  );
}
