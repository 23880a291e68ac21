import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';

import { systemClock, type Clock } from '#lib/clock.ts';

import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { Notice } from './Notice.tsx';
import { StillWaiting } from './StillWaiting.tsx';
import { WaitNotice } from './WaitNotice.tsx';

import styles from './ScanProgress.module.css';

interface ScanProgressProps {
  /** The name of the progress bar: what is being read. */
  label: string;
  /** How far the scan has got. */
  soFar: string;
  /** The completed share, if the total is known; the service's lists do not state theirs. */
  share?: { readonly done: number; readonly of: number } | undefined;
  /** The same for screen readers, announced every ten seconds. */
  announcement: string;
  /** Pages read so far; the waiting time shown starts again with each page. */
  pages: number;
  /** Set while the scan pauses: after a failure that will be retried, or to leave a call for the user. */
  wait?: Wait | undefined;
  cancelLabel: string;
  onCancel: () => void;
  clock?: Clock;
}

interface Wait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly failure?: ComponentProps<typeof WaitNotice>['wording'] | undefined;
}

/** Pages can arrive every tenth of a second, too often to announce each. */
const announceEveryMs = 10_000;

/** The progress of a scan that reads a list page by page, with its pauses and a Cancel button. */
export function ScanProgress({
  label,
  soFar,
  share,
  announcement,
  pages,
  wait,
  cancelLabel,
  onCancel,
  clock = systemClock,
}: ScanProgressProps) {
  return (
    <>
      <div className={styles.progress}>
        <progress aria-label={label} value={share?.done} max={share?.of} />
        <p>{soFar}</p>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Announcement text={announcement} clock={clock} />
      </div>
      <Pause wait={wait} pages={pages} />
    </>
  );
}

function Pause({ wait, pages }: Pick<ScanProgressProps, 'wait' | 'pages'>) {
  if (!wait) return <StillWaiting key={pages} />;
  if (wait.failure) return <WaitNotice wording={wait.failure} until={wait.until} />;
  return (
    <Notice>
      <span>
        The last call that the service allows for now is reserved for you. Continuing{' '}
        <Countdown until={wait.until} />.
      </span>
    </Notice>
  );
}

function Announcement({ text, clock }: { text: string; clock: Clock }) {
  const [announced, setAnnounced] = useState('');
  const announce = useEffectEvent(() => setAnnounced(text));
  useEffect(() => {
    let stop = clock.after(announceEveryMs, repeat);
    function repeat() {
      announce();
      stop = clock.after(announceEveryMs, repeat);
    }
    return () => stop();
  }, [clock]);
  return (
    <p role="status" className={styles.announcement}>
      {announced}
    </p>
  );
}
