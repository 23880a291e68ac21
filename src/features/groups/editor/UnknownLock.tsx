import type { ThingsGroupRecord } from '#api/groups.ts';
import { formatTime } from '#lib/format.ts';
import { Notice } from '#ui/Notice.tsx';

import { messages } from '../messages.ts';
import { lockWords } from '../saving/lockWords.ts';
import { useSaveNote } from '../saving/saveNote.ts';
import { savingMessages } from '../saving/savingMessages.ts';

import styles from './GroupEditorPage.module.css';

/** Says what the service does not report, and what was last saved from here: no word of the present. */
export function UnknownLock({ group }: { group: ThingsGroupRecord }) {
  const { LockMasterImei: lock, IMEIPrefix: prefix } = group;
  const note = useSaveNote(group.ThingsGroupId).read();
  if (lock !== undefined && prefix !== undefined) return null;
  const missing =
    lock !== undefined ? 'unknownPrefix' : prefix !== undefined ? 'unknownLock' : 'unknownBoth';
  return (
    <>
      <Notice tone="warning">{messages[missing]}</Notice>
      {note && (
        <p className={styles.hint}>
          {savingMessages.lastSaved(lockWords(note), formatTime(note.at))}
        </p>
      )}
    </>
  );
}
