import { useId, useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import {
  diffGroup,
  isAlike,
  keptKeys,
  settingKeys,
  updateKeys,
  type GroupSettingKey,
} from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import type { GroupSettings } from '#api/groupSettings.ts';
import { fieldWords, labelOf, nameOf, nounsOf } from '#api/groupWords.ts';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { firstPicks, pickedSettings } from './groupForm.ts';
import type { SaveState } from './saveMachine.ts';

import styles from './GroupDialogs.module.css';

type Difference = ReturnType<typeof diffGroup>;

interface ConflictDialogProps {
  groupId: string;
  conflict: Extract<SaveState, { step: 'conflict' }>;
  onUse: (settings: GroupSettings) => void;
  onKeepEditing: () => void;
}

/** A field, as each side has it. */
interface Line {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
  readonly was: string;
  readonly differs?: boolean;
  /** Of a setting, of which one side can be chosen. */
  readonly key?: GroupSettingKey;
}

const heading = 'Group changed meanwhile';

/** Somebody was faster: shows what was typed, what is stored now and what was there, to choose by field. */
export function ConflictDialog({ groupId, conflict, onUse, onKeepEditing }: ConflictDialogProps) {
  const { stored, error } = conflict;
  const { baseline: was, choice: mine } = conflict.decision;
  const comparison = diffGroup(was, stored, updateKeys);
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
  /** A choice where the two values differ. */
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
  // Those to choose from come first, for narrow screens.
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
      {error && <ConflictError error={error} comparison={comparison} />}
      <p>
        {leadWords(error, comparison)}
        Choose a value of each field. Nothing is sent before you press Save again.
      </p>
      <p role="status">
        <ChangedBy groupId={groupId} was={was} now={stored} />
      </p>
      <DataTable
        region={heading}
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
