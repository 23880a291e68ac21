import { useEffect, useState } from 'react';

import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Seconds before a wait is mentioned. */
const quietSeconds = 10;

interface StillWaitingProps {
  onCancel?: () => void;
  cancelLabel?: string;
}

/**
 * Shows how long an operation has taken, starting at ten seconds. The seconds have the `timer` role, as in `Countdown`,
 * so that screen readers do not announce each second.
 */
export function StillWaiting({ onCancel, cancelLabel = 'Cancel' }: StillWaitingProps) {
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    const begun = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);

  if (seconds < quietSeconds) return null;
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
