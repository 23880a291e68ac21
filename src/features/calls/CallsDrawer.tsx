import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { maxLoggedCalls, type LoggedCall } from '#api/callLog.ts';
import {
  callPurpose,
  callsLeftWords,
  callsText,
  callStatus,
  callText,
  requestIdWords,
  type CallTone,
  type GroupName,
} from '#api/callWords.ts';
import { knownGroupName } from '#api/knownGroupName.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { formatClockSeconds, utcTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Details } from '#ui/Details.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import styles from './Calls.module.css';

/** This tab's last calls, which a vendor's support team asks for first. New calls appear on top. */
export function CallsDrawer({ onClose }: { onClose: () => void }) {
  const { config, calls: log } = useUserServices();
  const calls = useSyncExternalStore(log.subscribe, log.list);
  const groupName = knownGroupName(useQueryClient());
  const allText = () => callsText(calls, { ...config, groupName, now: systemClock.now() });
  return (
    <Dialog
      heading="Calls"
      width="sm"
      isAtSide
      onClose={onClose}
      actions={
        <>
          {calls.length > 0 && <CopyButton text={allText} label="Copy all" />}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {`The last ${maxLoggedCalls} calls from this tab to the service, newest first. Copies use UTC times and contain no password or token.`}
      </p>
      {calls.length === 0 ? (
        <p>No calls since this page loaded.</p>
      ) : (
        <ol aria-label="Calls" className={styles.calls}>
          {calls.map((call) => (
            <CallItem key={call.number} call={call} groupName={groupName} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

/** One call: its time, purpose and outcome, and its endpoint on demand. */
function CallItem({ call, groupName }: { call: LoggedCall; groupName: GroupName }) {
  const { tone, text } = callStatus(call.outcome);
  const time = formatClockSeconds(call.startedAt);
  const purpose = callPurpose(call, groupName);
  return (
    <li className={styles.call} data-tone={tone}>
      <p className={styles.head}>
        <time dateTime={utcTime(call.startedAt)} title={utcTime(call.startedAt)}>
          {time}
        </time>
        <strong>{purpose}</strong>
      </p>
      <p className={styles.facts}>
        <span className={styles.status}>
          <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
            <path d={icons[tone]} fill="none" stroke="currentColor" strokeWidth="1.8" />
          </svg>
          {tone === 'failed' && <b>Error: </b>}
          {text}
        </span>
        {call.tookMs !== undefined && <span>{`${call.tookMs} ms`}</span>}
        {call.outcome.kind === 'answered' && (
          <span>{`Calls left: ${callsLeftWords(call.outcome)}`}</span>
        )}
      </p>
      <p className={styles.facts}>
        <span>
          {`${requestIdWords(call)} `}
          <code>{call.requestId || 'none'}</code>
        </span>
      </p>
      <div className={styles.tools}>
        <CopyButton
          text={callText(call, groupName)}
          label="Copy"
          name={`Copy call at ${time}: ${purpose}`}
        />
        <Details label="Endpoint">
          <code className={styles.endpoint}>{`${call.method} ${call.address}`}</code>
        </Details>
      </div>
    </li>
  );
}

const icons: Readonly<Record<CallTone, string>> = {
  ok: 'M3 8.500l3.500 3.500L13 4.500',
  waiting: 'M2.500 8h.8M7.600 8h.8M12.700 8h.8',
  unsent: 'M2 8h12',
  failed: 'M3.500 3.500l9 9M12.500 3.500l-9 9',
};
