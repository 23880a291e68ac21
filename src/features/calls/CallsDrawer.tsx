import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { maxLoggedCalls } from '#api/callLog.ts';
import { callsText } from '#api/callWords.ts';
import { knownGroupName } from '#api/knownGroupName.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useCopy } from '#ui/useCopy.ts';

import { CallItem } from './CallItem.tsx';

import styles from './Calls.module.css';

/** The last calls of this tab, which a vendor's support asks for first. New ones appear on top. */
export function CallsDrawer({ onClose }: { onClose: () => void }) {
  const { config, calls: log } = useUserServices();
  const calls = useSyncExternalStore(log.subscribe, log.list);
  const groupName = knownGroupName(useQueryClient());
  const { copied, copy } = useCopy();
  const copyAll = () => {
    const text = callsText(calls, { ...config, groupName, now: systemClock.now() });
    void copy(text, 'All calls');
  };
  return (
    <Dialog
      heading="Calls"
      width="sm"
      isAtSide
      onClose={onClose}
      actions={
        <>
          <span role="status" className={styles.copied}>
            {copied?.outcome === 'copied' && 'All calls copied'}
            {copied?.outcome === 'refused' &&
              'The browser did not allow copying: select the text instead'}
          </span>
          {calls.length > 0 && <Button onClick={copyAll}>Copy all</Button>}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {`The last ${maxLoggedCalls} calls of the service from this tab, newest first. Copies have times in UTC, and no password or token.`}
      </p>
      {calls.length === 0 ? (
        <p>No calls since this page was loaded.</p>
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
