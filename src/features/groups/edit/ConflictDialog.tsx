import { useId, useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { diffGroup, isAlike, keptKeys, settingKeys, updateKeys } from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import type { GroupSettings } from '#api/groupSettings.ts';
import { fieldWords, labelOf, nameOf, nounsOf } from '#api/groupWords.ts';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

import { firstPicks, pickedSettings, type Picks } from './groupForm.ts';
import type { SaveState } from './saveMachine.ts';

import styles from './GroupDialogs.module.css';

type Difference = ReturnType<typeof diffGroup>;

interface ConflictDialogProps {
  groupId: string;
  conflict: Extract<SaveState, { step: 'conflict' }>;
  onUse: (settings: GroupSettings) => void;
  onKeepEditing: () => void;
}

const heading = 'Group changed meanwhile';

/** Somebody was faster: shows what was typed, what is stored now and what was there, to choose by field. */
export function ConflictDialog({ groupId, conflict, onUse, onKeepEditing }: ConflictDialogProps) {
  const { stored, error } = conflict;
  const { baseline: was, choice: mine } = conflict.decision;
  const comparison = diffGroup(was, stored, updateKeys);
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
      {error && <ConflictError error={error} comparison={comparison} />}
      <p>
        {leadWords(error, comparison)}
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

/** A field that only one of the readings reports shows neither a change nor that there was none. */
function leadWords(error: ApiError | undefined, { different, unknown }: Difference): string {
  if (error) {
    return error.kind === 'conflict' && different.length === 0
      ? 'The service reports the group as it was when you opened it. '
      : '';
  }
  return different.length > 0
    ? 'Somebody changed this group after you opened it. Nothing was sent. '
    : `It is not known whether somebody changed this group after you opened it. The service did not report the same fields both times (${nounsOf(unknown)}). Nothing was sent. `;
}

/** Without an answer it is not known whether the change was saved. */
function ConflictError({ error, comparison }: { error: ApiError; comparison: Difference }) {
  if (error.kind === 'conflict') {
    return (
      <ErrorNotice
        {...describeError(error, messages.doingSave)}
        advice="The service refused the change, and nothing was stored."
      />
    );
  }
  return (
    <ErrorNotice
      {...describeError(error, messages.doingConfirm)}
      advice={
        comparison.different.length > 0
          ? 'No answer came back from the service. Its values are now neither the old ones nor those that were sent. Compare before you go on.'
          : 'No answer came back from the service. It does not report what was sent. Compare before you go on.'
      }
    />
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
