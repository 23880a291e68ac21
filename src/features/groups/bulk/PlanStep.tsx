import { lazy, useId, useState, type ReactNode } from 'react';

import { labelOf } from '#api/groupWords.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { PrefixHint } from '#features/history/PrefixName.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/Field.tsx';
import { LeaveNotice } from '#ui/LeaveNotice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';

import { ConfirmGate, gateFor, useGateForm } from '../edit/ConfirmGate.tsx';
import { oddPrefixWords } from '../edit/groupForm.ts';
import { WriteRefusalNotice } from '../edit/WriteRefusalNotice.tsx';
import type { LockMode, LockPlan, PlannedGroup } from './lockPlan.ts';
import { PlanImpact } from './PlanImpact.tsx';
import { PlanTable, type PlanRow } from './PlanTable.tsx';
import type { RunRow } from './runRow.ts';
import { usePlanRows } from './usePlanRows.ts';

import gateStyles from '../edit/GroupDialogs.module.css';
import styles from './Bulk.module.css';

const PlanRemembered = lazy(async () => ({
  default: (await import('./PlanRemembered.tsx')).PlanRemembered,
}));

interface PlanStepProps {
  heading: string;
  groups: readonly PlannedGroup[];
  initial: LockPlan;
  onConfirm: (rows: readonly RunRow[]) => void;
  onClose: () => void;
}

const modes: readonly { readonly mode: LockMode; readonly label: string }[] = [
  { mode: 'one', label: 'Lock all to one prefix' },
  { mode: 'each', label: 'Lock each to its own suggestion' },
  { mode: 'off', label: 'Unlock' },
];

/** Lets the user choose the lock of several groups, shows its impact, and asks for a single confirmation. */
export function PlanStep({ heading, groups, initial, onConfirm, onClose }: PlanStepProps) {
  const [plan, setPlan] = useState(initial);
  const { rows, reads, isBegun, isReading, impact, parts } = usePlanRows(groups, plan);

  const isLock = plan.mode !== 'off';
  const count = rows.filter(({ plan: { kind } }) => kind === 'send').length;
  const problem = rows.flatMap((row) => (row.plan.kind === 'problem' ? [row.plan.words] : []))[0];
  const hasProblem = problem !== undefined;
  const gate = gateFor(
    isLock ? impact : { kind: 'complete', losing: 0, read: 0 },
    `${count} ${count === 1 ? 'group' : 'groups'}`,
  );
  const isReady = count > 0 && !hasProblem;
  const confirmation = useGateForm(gate, () => onConfirm(rows.flatMap(runRow)), isReady);
  const { formProps, gateProps, submitProps } = confirmation;
  const { typed, isRefused } = gateProps;
  const isUntouched = plan === initial && typed === '';
  const isOver = useIsSignedOut();
  useUnsavedChanges(!isUntouched);

  function change(part: Partial<LockPlan>) {
    setPlan({ ...plan, ...part });
    // A typed confirmation is valid only for the plan that was shown then.
    confirmation.reset();
  }

  function leaveOut(id: string, isLeftOut: boolean) {
    const others = plan.leftOut.filter((other) => other !== id);
    change({ leftOut: isLeftOut ? [...others, id] : others });
    // Its SIMs were not read if it was excluded before its turn.
    if (!isLeftOut && isLock && reads.isOver) reads.resume(others);
  }

  return (
    <Dialog
      heading={heading}
      width="md"
      // Escape must not discard input.
      onClose={() => isUntouched && onClose()}
      actions={
        <>
          <div className={gateStyles.gate}>
            {isReady && <ConfirmGate {...gateProps} nameWords="these words" />}
            {isRefused && hasProblem && <p role="status">Complete the marked fields.</p>}
            {count === 0 && !hasProblem && (
              <p role="status">No group would change, so there is nothing to send.</p>
            )}
          </div>
          <Button onClick={onClose}>Cancel</Button>
          <Button {...submitProps} variant={isLock ? 'danger' : 'primary'}>
            Confirm
          </Button>
        </>
      }
    >
      <form {...formProps} className={styles.content}>
        <LeaveNotice wouldLose={!isUntouched} isOver={isOver}>
          Leaving this page discards the plan.
        </LeaveNotice>
        <WriteRefusalNotice isTold={() => false} />
        <p>
          The groups will be read again and saved one at a time. If one is not saved, the rest will
          not be sent.
        </p>
        <ModeChoice mode={plan.mode} onChange={(mode) => change({ mode })}>
          {plan.mode === 'one' && (
            <TextField
              label={labelOf('IMEIPrefix')}
              hint={<PrefixHint prefix={plan.prefix} />}
              error={isRefused ? problem : undefined}
              warning={oddPrefixWords(plan.prefix) ?? ''}
              mono
              inputMode="numeric"
              autoComplete="off"
              value={plan.prefix}
              onChange={({ target }) => change({ prefix: target.value })}
            />
          )}
        </ModeChoice>
        {isLock && !isBegun && (
          <p className={styles.muted}>
            The console will then read all SIMs in these groups to count how many may lose service.
            This takes one call to the service for every 49 SIMs. You can stop it at any time.
          </p>
        )}
        {isLock && (
          <PlanImpact
            {...{ groups, reads, isReading, parts }}
            impact={count > 0 ? impact : undefined}
          />
        )}
        {!isLock && <p>Any device may then use the SIMs in these groups.</p>}
        <PlanTable
          rows={rows}
          plan={plan}
          isRefused={isRefused}
          onLeaveOut={leaveOut}
          onPrefix={(id, prefix) => change({ own: { ...plan.own, [id]: prefix } })}
        />
        {isLock && (
          <OnDemand>
            <PlanRemembered rows={rows} />
          </OnDemand>
        )}
        {!isLock && rows.some(asksForRemoval) && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={plan.removesUnknown}
              aria-invalid={isRefused && hasProblem}
              onChange={({ target }) => change({ removesUnknown: target.checked })}
            />
            Remove the stored IMEI prefix from groups that do not report it
          </label>
        )}
      </form>
    </Dialog>
  );
}

/** An unlock would have to send back the prefix, which the service does not report. */
function asksForRemoval({ group: { baseline }, plan: { kind } }: PlanRow): boolean {
  return baseline.IMEIPrefix === undefined && kind !== 'leftOut' && kind !== 'excluded';
}

/** Unchanged groups are part of the run too, so that its report has a row for each. */
function runRow({ group, plan }: PlanRow): RunRow[] {
  if (plan.kind !== 'send' && plan.kind !== 'unchanged') return [];
  const { id: groupId, name, baseline } = group;
  const decision = { baseline, choice: plan.choice };
  return [{ groupId, name, decision, state: { step: 'editing' }, isUndo: false }];
}

interface ModeChoiceProps {
  mode: LockMode;
  onChange: (mode: LockMode) => void;
  children: ReactNode;
}

function ModeChoice({ mode, onChange, children }: ModeChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.modes}>
      <legend>New IMEI lock</legend>
      <div>
        {modes.map((option) => (
          <label key={option.mode} className={styles.check}>
            <input
              type="radio"
              name={name}
              checked={mode === option.mode}
              onChange={() => onChange(option.mode)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
