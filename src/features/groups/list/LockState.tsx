import type { ThingsGroupRecord } from '#api/groups.ts';

import { messages } from '../messages.ts';
import { listMessages } from './listMessages.ts';

import styles from './GroupsPage.module.css';

/** Lock and prefix as the service reports them; where it does not, that is said, and nothing is assumed. */
export function LockState({
  group: { LockMasterImei: lock, IMEIPrefix: prefix },
}: {
  group: Pick<ThingsGroupRecord, 'LockMasterImei' | 'IMEIPrefix'>;
}) {
  if (lock === undefined && prefix === undefined) return <Muted>{messages.notReported}</Muted>;
  return (
    <span className={styles.lock}>
      {lock === undefined ? <Muted>{listMessages.lockNotReported}</Muted> : <Lock isOn={lock} />}
      {prefix === undefined && <Muted>{listMessages.prefixNotReported}</Muted>}
      {/* An unlocked group without a prefix is the usual one: a word for it in each line tells nothing. */}
      {prefix === '' && lock !== false && <Muted>{messages.noPrefix}</Muted>}
      {prefix !== undefined && prefix !== '' && <span className={styles.prefix}>{prefix}</span>}
    </span>
  );
}

function Lock({ isOn }: { isOn: boolean }) {
  return (
    <>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path fill="currentColor" d={isOn ? closed : open} />
      </svg>
      {isOn ? messages.locked : messages.unlocked}
    </>
  );
}

function Muted({ children }: { children: string }) {
  return <span className={styles.muted}>{children}</span>;
}

const closed =
  'M8 1a3.500 3.500 0 0 0-3.500 3.500V7H3v8h10V7h-1.500V4.500A3.500 3.500 0 0 0 8 1m0 1.500a2 2 0 0 1 2 2V7H6V4.500a2 2 0 0 1 2-2';
const open =
  'M8 1a3.500 3.500 0 0 0-3.500 3.500h1.500a2 2 0 0 1 4 0V7H3v8h10V7h-1.500V4.500A3.500 3.500 0 0 0 8 1M4.500 8.500h7v5h-7z';
