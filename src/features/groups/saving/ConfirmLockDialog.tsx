import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useRef, useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import type { Impact } from '../impact/impact.ts';
import { ImpactPreview } from '../impact/ImpactPreview.tsx';
import { gateFor, opens, type Gate } from './confirmGate.ts';
import { lockWords } from './lockWords.ts';
import { savingMessages as messages } from './savingMessages.ts';
import type { Decision } from './useSaveGroup.ts';

import styles from './GroupDialogs.module.css';

interface ConfirmLockDialogProps {
  decision: Decision;
  groupId: string;
  /** The group's `total`; undefined where the service does not report it. */
  reportedTotal: number | undefined;
  onConfirm: () => void;
  onKeepEditing: () => void;
}

/** The last word before a change of who gets service. */
export function ConfirmLockDialog(props: ConfirmLockDialogProps) {
  const { baseline, choice } = props.decision;
  const [impact, setImpact] = useState<Impact>();
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const gate: Gate = choice.lock ? gateFor(impact, baseline.name || choice.name) : { kind: 'open' };

  function confirm() {
    if (opens(gate, typed)) {
      props.onConfirm();
      return;
    }
    setIsRefused(true);
    field.current?.focus();
  }

  return (
    <MuiTheme>
      <Dialog
        open
        onClose={props.onKeepEditing}
        aria-labelledby="confirm-lock"
        maxWidth={choice.lock ? 'md' : 'sm'}
        fullWidth
      >
        <DialogTitle id="confirm-lock">{messages.confirmHeading}</DialogTitle>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <DialogContent className={styles.content}>
            <p>{messages.confirmLead(baseline.name || choice.name)}</p>
            <dl className={styles.change}>
              <div>
                <dt>{messages.before}</dt>
                <dd>{lockWords(baseline)}</dd>
              </div>
              <div>
                <dt>{messages.after}</dt>
                <dd>{lockWords(choice)}</dd>
              </div>
            </dl>
            <p>{whatItMeans(props.decision)}</p>
            {choice.lock && (
              <ImpactPreview
                groupName={baseline.name ?? ''}
                groupId={props.groupId}
                prefix={choice.prefix}
                reportedTotal={props.reportedTotal}
                onResult={setImpact}
              />
            )}
          </DialogContent>
          {/* Outside of what scrolls: what is asked for is seen without looking for it. */}
          <div className={styles.gate}>
            {(gate.kind === 'number' || gate.kind === 'name') && (
              <TextField
                ref={field}
                label={messages.typeToConfirm}
                hint={hint(gate)}
                error={isRefused && !opens(gate, typed) ? correction(gate) : undefined}
                value={typed}
                autoComplete="off"
                inputMode={gate.kind === 'number' ? 'numeric' : 'text'}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
            {gate.kind === 'reading' && isRefused && <p role="status">{messages.stillReading}</p>}
          </div>
          <div className={styles.actions}>
            <Button onClick={props.onKeepEditing}>{messages.keepEditing}</Button>
            <Button
              type="submit"
              variant={choice.lock ? 'danger' : 'primary'}
              aria-disabled={!opens(gate, typed)}
            >
              {messages.confirm}
            </Button>
          </div>
        </form>
      </Dialog>
    </MuiTheme>
  );
}

function whatItMeans({ baseline, choice }: Decision): string {
  if (choice.lock) return messages.confirmLockWarning;
  return baseline.lock === false ? messages.confirmStillUnlocked : messages.confirmUnlock;
}

type Question = Extract<Gate, { text: string }>;

function hint({ kind, text }: Question): string {
  return kind === 'number' ? messages.typeNumber(text) : messages.typeName(text);
}

function correction({ kind, text }: Question): string {
  return kind === 'number' ? messages.typeNumberWrong(text) : messages.typeNameWrong(text);
}
