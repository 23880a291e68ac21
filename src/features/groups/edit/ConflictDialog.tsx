import { useId, useState } from 'react';

import { isAlike, keptKeys, settingKeys, type GroupSettingKey } from '#api/groupFields.ts';
import type { GroupSettings } from '#api/groupSettings.ts';
import { fieldWords, labelOf, nameOf } from '#api/groupWords.ts';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { describeSave } from '#features/history/describeSave.ts';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { firstPicks, pickedSettings } from './groupForm.ts';
import type { Ended } from './saveMachine.ts';

import styles from './GroupDialogs.module.css';

interface ConflictDialogProps {
  groupId: string;
  conflict: Ended;
  onUse: (settings: GroupSettings) => void;
  onKeepEditing: () => void;
}

/** A field and its value on each side. */
interface Line {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
  readonly was: string;
  readonly differs?: boolean;
  /** Set only if the field is a setting: the user then chooses a side. */
  readonly key?: GroupSettingKey;
}

const heading = 'Group changed meanwhile';

/** Shown if another user saved first: lists the typed, stored and original values, so that the user can choose. */
export function ConflictDialog({ groupId, conflict, onUse, onKeepEditing }: ConflictDialogProps) {
  const { stored = {} } = conflict.outcome;
  const { baseline: was, choice: mine } = conflict.decision;
  const { words, failure } = describeSave(conflict.outcome, was);
  const [picks, setPicks] = useState(() => firstPicks(was, mine));
  const id = useId();
  const lines: readonly Line[] = [
    ...settingKeys.map((key) => ({
      field: labelOf(key),
      mine: fieldWords(key, mine),
      theirs: fieldWords(key, stored),
      was: fieldWords(key, was),
      differs: fieldWords(key, was) !== fieldWords(key, stored),
      key,
    })),
    ...keptKeys.map((key) => ({
      field: nameOf(key),
      mine: 'as stored',
      theirs: fieldWords(key, stored),
      was: fieldWords(key, was),
      differs: !isAlike(was, stored, [key]),
    })),
    {
      field: 'Modified',
      mine: '',
      theirs: formatTime(stored.DateModified),
      was: formatTime(was.DateModified),
    },
  ];
  /** A radio button if the two values differ. */
  const option = (side: 'mine' | 'theirs') => (line: Line, index: number) => {
    const { [side]: text, key } = line;
    if (key === undefined || line.mine === line.theirs) return text;
    const row = `${id}-${index}`;
    return (
      <label>
        <input
          type="radio"
          name={row}
          checked={picks[key] === side}
          aria-labelledby={`${row} conflict-${side} ${row}-${side}`}
          onChange={() => setPicks({ ...picks, [key]: side })}
        />
        <span id={`${row}-${side}`}>{text}</span>
      </label>
    );
  };
  // The values to choose from come first, for narrow screens.
  const columns: readonly DataColumn<Line>[] = [
    {
      header: 'Field',
      rowHeader: true,
      cellId: (index) => `${id}-${index}`,
      cell: ({ field }) => field,
    },
    { header: 'Yours', headId: 'conflict-mine', cell: option('mine') },
    { header: 'Stored now', headId: 'conflict-theirs', cell: option('theirs') },
    { header: 'When you opened it', cell: (line) => line.was },
  ];
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
        Choose a value for each field. Nothing is sent until you click Save again.
      </p>
      <p role="status">
        <ChangedBy groupId={groupId} was={was} now={stored} />
      </p>
      <DataTable
        label={heading}
        look="bare"
        className={styles.scroller}
        tableClassName={styles.comparison}
        columns={columns}
        rows={lines}
        keyOf={({ field }) => field}
        rowProps={({ differs }) => ({ 'data-differs': differs })}
      />
    </Dialog>
  );
}
