import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';

import { Button } from '#ui/Button.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import type { Baseline, GroupChoice } from '../editor/groupForm.ts';
import { messages } from '../messages.ts';

import styles from './GroupDialogs.module.css';

interface ConfirmLockDialogProps {
  baseline: Baseline;
  choice: GroupChoice;
  onConfirm: () => void;
  onKeepEditing: () => void;
}

/** The last word before a change of who gets service. */
export function ConfirmLockDialog({
  baseline,
  choice,
  onConfirm,
  onKeepEditing,
}: ConfirmLockDialogProps) {
  return (
    <MuiTheme>
      <Dialog open onClose={onKeepEditing} aria-labelledby="confirm-lock" maxWidth="sm" fullWidth>
        <DialogTitle id="confirm-lock">{messages.confirmHeading}</DialogTitle>
        <DialogContent className={styles.content}>
          <p>{messages.confirmLead(choice.name)}</p>
          <dl className={styles.change}>
            <div>
              <dt>{messages.before}</dt>
              <dd>{inWords(baseline)}</dd>
            </div>
            <div>
              <dt>{messages.after}</dt>
              <dd>{inWords(choice)}</dd>
            </div>
          </dl>
          {choice.lock && <p>{messages.confirmLockWarning}</p>}
        </DialogContent>
        <div className={styles.actions}>
          <Button onClick={onKeepEditing}>{messages.keepEditing}</Button>
          <Button variant={choice.lock ? 'danger' : 'primary'} onClick={onConfirm}>
            {messages.confirm}
          </Button>
        </div>
      </Dialog>
    </MuiTheme>
  );
}

interface ChangedDialogProps {
  was: Baseline;
  stored: Baseline;
  mine: GroupChoice;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Somebody was faster: what was there, what is there, and what was typed, to choose from. */
export function ChangedDialog({ was, stored, mine, onTakeTheirs, onKeepMine }: ChangedDialogProps) {
  const rows = [
    { label: messages.name, was: was.name, stored: stored.name, mine: mine.name },
    {
      label: messages.columns.profile,
      was: was.profileId,
      stored: stored.profileId,
      mine: was.profileId,
    },
    { label: messages.lock, was: inWords(was), stored: inWords(stored), mine: inWords(mine) },
  ];
  return (
    <MuiTheme>
      <Dialog open onClose={onKeepMine} aria-labelledby="group-changed" maxWidth="md" fullWidth>
        <DialogTitle id="group-changed">{messages.changedHeading}</DialogTitle>
        <DialogContent className={styles.content}>
          <p>{messages.changedLead}</p>
          <table className={styles.comparison}>
            <thead>
              <tr>
                {[messages.field, messages.was, messages.theirs, messages.mine].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.label} data-differs={row.was !== row.stored}>
                  <th scope="row">{row.label}</th>
                  <td>{row.was ?? messages.notReported}</td>
                  <td>{row.stored ?? messages.notReported}</td>
                  <td>{row.mine ?? messages.notReported}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </DialogContent>
        <div className={styles.actions}>
          <Button onClick={onTakeTheirs}>{messages.takeTheirs}</Button>
          <Button variant="primary" onClick={onKeepMine}>
            {messages.keepMine}
          </Button>
        </div>
      </Dialog>
    </MuiTheme>
  );
}

/** For example "Locked · 35693803", "Unlocked · no prefix", "not reported". */
function inWords({ lock, prefix }: Pick<Baseline, 'lock' | 'prefix'>): string {
  if (lock === undefined && prefix === undefined) return messages.notReported;
  const state =
    lock === undefined ? messages.notReported : lock ? messages.locked : messages.unlocked;
  const range = prefix === undefined ? messages.notReported : prefix || messages.noPrefix;
  return `${state} · ${range}`;
}
