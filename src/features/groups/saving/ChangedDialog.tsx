import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { formatTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import type { Baseline, GroupFormValues } from '../editor/groupForm.ts';
import { messages } from '../messages.ts';
import { firstPicks, picked, type ConflictField } from './conflict.ts';
import { ConflictRow } from './ConflictRow.tsx';
import { lockWord, prefixWord } from './lockWords.ts';
import { compareSettings, inList } from './reported.ts';
import { savingMessages } from './savingMessages.ts';
import type { Decision } from './useSaveGroup.ts';

import styles from './GroupDialogs.module.css';

export interface Conflict {
  readonly stored: Baseline;
  readonly decision: Decision;
  /** Where the service had a word in it. */
  readonly error?: ApiError;
}

interface ChangedDialogProps {
  conflict: Conflict;
  onUse: (values: GroupFormValues) => void;
  onKeepEditing: () => void;
}

/** Somebody was faster: what was there, what is there, and what was typed, to choose from by field. */
export function ChangedDialog({ conflict, onUse, onKeepEditing }: ChangedDialogProps) {
  const { stored, decision, error } = conflict;
  const { baseline: was, choice: mine } = decision;
  const { different, unknown } = compareSettings(was, stored);
  const [picks, setPicks] = useState(() => firstPicks(was, mine));
  const row = (field: ConflictField, label: string, words: readonly [string, string, string]) => (
    <ConflictRow
      field={field}
      label={label}
      words={words}
      pick={picks[field]}
      onPick={(pick) => setPicks({ ...picks, [field]: pick })}
    />
  );
  const named = (name: string | undefined) => name ?? messages.notReported;
  return (
    <MuiTheme>
      <Dialog open onClose={onKeepEditing} aria-labelledby="group-changed" maxWidth="md" fullWidth>
        <DialogTitle id="group-changed">{savingMessages.changedHeading}</DialogTitle>
        <DialogContent className={styles.content}>
          {error && (
            <ErrorNotice
              {...describeError(error, doing(error))}
              advice={errorAdvice(error, different.length > 0)}
            />
          )}
          <p>
            {!error && `${leadWords(different, unknown)} `}
            {error?.kind === 'conflict' &&
              different.length === 0 &&
              `${savingMessages.notChanged} `}
            {savingMessages.changedAdvice}
          </p>
          <div
            className={styles.scroller}
            role="region"
            aria-label={savingMessages.changedHeading}
            tabIndex={0}
          >
            <table className={styles.comparison}>
              <thead>
                <tr>
                  <th scope="col">{messages.field}</th>
                  <th scope="col" id="conflict-mine">
                    {savingMessages.mine}
                  </th>
                  <th scope="col" id="conflict-theirs">
                    {savingMessages.theirs}
                  </th>
                  <th scope="col">{savingMessages.was}</th>
                </tr>
              </thead>
              <tbody>
                {row('name', messages.name, [mine.name, named(stored.name), named(was.name)])}
                {row('lock', messages.lock, [
                  lockWord(mine.lock),
                  lockWord(stored.lock),
                  lockWord(was.lock),
                ])}
                {row('prefix', messages.prefix, [
                  prefixWord(mine.prefix),
                  prefixWord(stored.prefix),
                  prefixWord(was.prefix),
                ])}
                <tr data-differs={was.profileId !== stored.profileId}>
                  <th scope="row">{messages.columns.profile}</th>
                  <td>{savingMessages.asStored}</td>
                  <td>{named(stored.profileId)}</td>
                  <td>{named(was.profileId)}</td>
                </tr>
                <tr>
                  <th scope="row">{messages.columns.modified}</th>
                  <td />
                  <td>{formatTime(stored.modified)}</td>
                  <td>{formatTime(was.modified)}</td>
                </tr>
              </tbody>
            </table>
          </div>
        </DialogContent>
        <div className={styles.actions}>
          <Button onClick={onKeepEditing}>{savingMessages.keepEditing}</Button>
          <Button variant="primary" onClick={() => onUse(picked(stored, mine, picks))}>
            {savingMessages.takeThese}
          </Button>
        </div>
      </Dialog>
    </MuiTheme>
  );
}

/** A field that was reported once and is not the other time shows no change, nor that there was none. */
function leadWords(different: readonly string[], unknown: readonly string[]): string {
  return different.length > 0
    ? savingMessages.changedLead
    : savingMessages.changedReport(inList(unknown));
}

/** Whether it was saved is not known where no word came back. */
function doing({ kind }: ApiError): string {
  return kind === 'conflict' ? savingMessages.doingSave : savingMessages.doingConfirm;
}

function errorAdvice({ kind }: ApiError, isDifferent: boolean): string {
  if (kind === 'conflict') return savingMessages.changedRefused;
  return isDifferent ? savingMessages.changedUnknown : savingMessages.changedUnsure;
}
