import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { AlertsApi, AlertsList } from '#api/alerts.ts';
import { describeError } from '#api/describeError.ts';
import { keys } from '#api/keys.ts';
import { useWrite } from '#api/useWrite.ts';
import { systemClock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { WriteWait } from '#ui/WriteWait.tsx';

import { deliveryWords, destinationLabels } from './alertWords.ts';

import records from '#ui/records/records.module.css';
import fleet from '../Fleet.module.css';
import styles from './Alerts.module.css';

interface MessagesProps {
  alerts: AlertsApi;
  page: Pick<AlertsList, 'destinations' | 'tests'>;
  /** When the page was read, and how it is read again. */
  readAt: number;
  refresh: () => void;
}

/** Where messages about alerts go, and whether a test message arrives there. */
export function Messages({ alerts, page, readAt, refresh }: MessagesProps) {
  const { destinations, tests } = page;
  const queryClient = useQueryClient();
  const followed = useOutcome(
    tests.some(({ state }) => state === 'pending'),
    refresh,
  );
  const call = useWrite();

  async function sendTest(): Promise<void> {
    try {
      await alerts.sendTest();
    } finally {
      followed.restart();
      // The response may have been lost, or the page may be reading an earlier state.
      void queryClient.invalidateQueries({ queryKey: keys.alerts });
    }
  }

  return (
    <section aria-labelledby="messages" className={fleet.region}>
      <h2 id="messages">Messages</h2>
      {destinations.length === 0 ? (
        <p className={records.quiet}>
          Alerts are shown only here. They can also be sent to a webhook or by email. To set this
          up, see ALERT_WEBHOOK_URL and ALERT_MAIL_TO in operations.md.
        </p>
      ) : (
        <>
          <div className={styles.list} role="status">
            {destinations.map(({ destination, to }) => {
              const test = tests.find((one) => one.destination === destination);
              return (
                <p key={destination}>
                  <b>{destinationLabels[destination]}</b>
                  {` to ${to}.`}
                  {test && ` Test message: ${deliveryWords(test, readAt)}`}
                </p>
              );
            })}
          </div>
          <div>
            <Button aria-disabled={call.isRunning} onClick={() => call.run(sendTest)}>
              {call.isRunning ? 'Sending…' : 'Send a test message'}
            </Button>
          </div>
          <WriteWait call={call} />
          {call.error && <ErrorNotice {...describeError(call.error, 'send a test message')} />}
        </>
      )}
    </section>
  );
}

/** Milliseconds between reads. A message that takes longer is waiting for its next attempt; "Refresh" shows it. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Reads the page again while a message is on its way, less and less often. */
function useOutcome(isPending: boolean, refresh: () => void) {
  const [reads, setReads] = useState(0);
  useEffect(() => {
    const ms = waitsMs[reads];
    if (!isPending || ms === undefined) return undefined;
    return systemClock.after(ms, () => {
      setReads(reads + 1);
      refresh();
    });
  }, [isPending, reads, refresh]);
  return { restart: () => setReads(0) };
}
