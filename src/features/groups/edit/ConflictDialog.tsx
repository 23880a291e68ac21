import { useId, useState } from 'react';

import { isAlike, keptKeys, settingKeys } from '#api/groupFields.ts';
import type { GroupSettings } from '#api/groupSettings.ts';
import { fieldWords, labelOf, nameOf } from '#api/groupWords.ts';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { describeSave } from '#features/history/describeSave.ts';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

import { firstPicks, pickedSettings, type Picks } from './groupForm.ts';
import type { Ended } from './saveMachine.ts';

import styles from './GroupDialogs.module.css';

interface ConflictDialogProps {
  groupId: string;
  conflict: Ended;
  onUse: (settings: GroupSettings) => void;
  onKeepEditing: () => void;
}

const heading = 'Group changed meanwhile';

/** Somebody was faster: shows what was typed, what is stored now and what was there, to choose by field. */
export function ConflictDialog({ groupId, conflict, onUse, onKeepEditing }: ConflictDialogProps) {
  const { stored = {} } = conflict.outcome;
  const { baseline: was, choice: mine } = conflict.decision;
  const { words, failure } = describeSave(conflict.outcome, was);
  const [picks, setPicks] = useState(() => firstPicks(was, mine));
  return (
    <Dialog
      heading={heading}
      width="md"
      onClose={onKeepEditing}
      actions={
        <>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button variant="primary" onClick={() => onUse(pickedSettings(picks, mine, stored))}>
            Use these values
          </Button>
        </>
      }
    >
      {failure && <ErrorNotice {...failure} />}
      <p>
        {!failure && `${words} `}
        Choose a value of each field. Nothing is sent before you press Save again.
      </p>
      <p role="status">
        <ChangedBy groupId={groupId} was={was} now={stored} />
      </p>
      <div className={styles.scroller} role="region" aria-label={heading} tabIndex={0}>
        <table className={styles.comparison}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col" id="conflict-mine">
                Yours
              </th>
              <th scope="col" id="conflict-theirs">
                Stored now
              </th>
              <th scope="col">When you opened it</th>
            </tr>
          </thead>
          <tbody>
            {settingKeys.map((key) => (
              <ConflictRow
                key={key}
                label={labelOf(key)}
                mine={fieldWords(key, mine)}
                theirs={fieldWords(key, stored)}
                was={fieldWords(key, was)}
                pick={picks[key]}
                onPick={(pick) => setPicks({ ...picks, [key]: pick })}
              />
            ))}
            {keptKeys.map((key) => (
              <tr key={key} data-differs={!isAlike(was, stored, [key])}>
                <th scope="row">{nameOf(key)}</th>
                <td>as stored</td>
                <td>{fieldWords(key, stored)}</td>
                <td>{fieldWords(key, was)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Modified</th>
              <td />
              <td>{formatTime(stored.DateModified)}</td>
              <td>{formatTime(was.DateModified)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

interface ConflictRowProps {
  label: string;
  mine: string;
  theirs: string;
  was: string;
  pick: Picks[keyof Picks];
  onPick: (pick: NonNullable<ConflictRowProps['pick']>) => void;
}

/** One field, with a choice where the two values differ. They come first, for narrow screens. */
function ConflictRow({ label, mine, theirs, was, pick, onPick }: ConflictRowProps) {
  const id = useId();
  const option = (value: NonNullable<ConflictRowProps['pick']>, text: string) => (
    <label>
      <input
        type="radio"
        name={id}
        checked={pick === value}
        aria-labelledby={`${id} conflict-${value} ${id}-${value}`}
        onChange={() => onPick(value)}
      />
      <span id={`${id}-${value}`}>{text}</span>
    </label>
  );
  return (
    <tr data-differs={was !== theirs}>
      <th scope="row" id={id}>
        {label}
      </th>
      <td>{theirs === mine ? mine : option('mine', mine)}</td>
      <td>{theirs === mine ? theirs : option('theirs', theirs)}</td>
      <td>{was}</td>
    </tr>
  );
}
