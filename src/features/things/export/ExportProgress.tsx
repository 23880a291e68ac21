import { useEffect, useEffectEvent, useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ScanProgress } from '#api/scan/scan.ts';
import type { ScanWait } from '#api/scan/scanPace.ts';
import { systemClock, type Clock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';

import { exportMessages } from './exportMessages.ts';

import styles from './ExportDialog.module.css';

interface ExportProgressProps {
  progress: ScanProgress;
  onCancel: () => void;
  clock?: Clock;
}

/** Milliseconds between two words on the progress: a page may come every tenth of a second. */
const heardEveryMs = 10_000;

/** How far it is, and what it waits for. No total is known, so none is shown. */
export function ExportProgress({ progress, onCancel, clock = systemClock }: ExportProgressProps) {
  const { rows, pages, wait } = progress;
  return (
    <>
      <div className={styles.progress}>
        <progress aria-label={exportMessages.running} />
        <p>{exportMessages.soFar(rows, pages)}</p>
        <HeardProgress rows={rows} clock={clock} />
      </div>
      {wait && (
        <Notice tone={wait.error ? 'warning' : 'info'}>
          <WaitWords wait={wait} />
        </Notice>
      )}
      {!wait && <StillWaiting key={pages} />}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{exportMessages.cancel}</Button>
      </div>
    </>
  );
}

/** For those who do not see the count, the count of now and then. */
function HeardProgress({ rows, clock }: { rows: number; clock: Clock }) {
  const [heard, setHeard] = useState('');
  const tell = useEffectEvent(() => setHeard(exportMessages.heard(rows)));
  useEffect(() => {
    let stop = clock.after(heardEveryMs, again);
    function again() {
      tell();
      stop = clock.after(heardEveryMs, again);
    }
    return () => stop();
  }, [clock]);
  return (
    <p role="status" className={styles.heard}>
      {heard}
    </p>
  );
}

/** Cancelling is the export's own button below, so there is none here. */
function WaitWords({ wait: { error, until } }: { wait: ScanWait }) {
  if (!error) {
    return (
      <span>
        {exportMessages.keepsLastCall} <Countdown until={until} />.
      </span>
    );
  }
  const { title, serviceMessage, requestId } = describeError(error, exportMessages.doing);
  return (
    <span>
      {title}
      {serviceMessage !== undefined && ` ${exportMessages.serviceSaid(serviceMessage)}`}{' '}
      {exportMessages.tryingAgain} <Countdown until={until} />. Request ID <code>{requestId}</code>
    </span>
  );
}
