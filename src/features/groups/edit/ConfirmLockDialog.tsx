import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, type ReactNode } from 'react';

import { LockWords } from '#features/history/PrefixName.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';

import { ImpactPreview } from '../impact/ImpactPreview.tsx';
import { rememberedKey, useLockImpact, type GroupToLock } from '../impact/useLockImpact.ts';
import { ConfirmGate, gateFor, isSeen, useGateForm, type Gate } from './ConfirmGate.tsx';
import type { Decision } from './saveGroup.ts';

import styles from './GroupDialogs.module.css';

const RememberedDifference = lazy(async () => ({
  default: (await import('../impact/RememberedImpact.tsx')).RememberedDifference,
}));

interface ConfirmLockDialogProps {
  decision: Decision;
  group: GroupToLock;
  onConfirm: () => void;
  onKeepEditing: () => void;
}

/** The final confirmation of a change that decides which devices get service. */
export function ConfirmLockDialog(props: ConfirmLockDialogProps) {
  return props.decision.choice.LockMasterImei ? (
    <ConfirmLocked {...props} />
  ) : (
    <ConfirmUnlocked {...props} />
  );
}

function ConfirmUnlocked(props: ConfirmLockDialogProps) {
  const wasUnlocked = props.decision.baseline.LockMasterImei === false;
  return (
    <ConfirmationDialog {...props} gate={{ kind: 'open' }}>
      <p>
        {wasUnlocked
          ? 'The group stays unlocked: any device may use its SIMs, whatever the prefix.'
          : 'Any device may then use the SIMs in this group.'}
      </p>
    </ConfirmationDialog>
  );
}

function ConfirmLocked(props: ConfirmLockDialogProps) {
  const lock = useLockImpact(props.group, props.decision.choice.IMEIPrefix);
  const queryClient = useQueryClient();
  const { id } = props.group;
  useEffect(
    // The inventory knows the SIMs that were read here. Until then, its earlier number is what they are compared with.
    () => () => void queryClient.invalidateQueries({ queryKey: rememberedKey(id) }),
    [queryClient, id],
  );
  return (
    <ConfirmationDialog {...props} gate={gateFor(lock.impact, shownName(props))}>
      <ImpactPreview
        lock={lock}
        note={
          <OnDemand>
            <RememberedDifference lock={lock} />
          </OnDemand>
        }
      />
    </ConfirmationDialog>
  );
}

interface ConfirmationDialogProps extends ConfirmLockDialogProps {
  gate: Gate;
  /** The impact of the change. */
  children: ReactNode;
}

function ConfirmationDialog(props: ConfirmationDialogProps) {
  const { decision, group, gate, children, onConfirm, onKeepEditing } = props;
  const { baseline, choice } = decision;
  const name = shownName(props);
  const { formProps, gateProps, submitProps } = useGateForm(gate, onConfirm);
  return (
    <Dialog
      heading="Confirm IMEI lock change"
      width="sm"
      onClose={onKeepEditing}
      actions={
        <>
          <div className={styles.gate}>
            <ConfirmGate
              {...gateProps}
              nameWords={`the ${name === group.id ? 'ID' : 'name'} of the group`}
            />
          </div>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button {...submitProps} variant={choice.LockMasterImei ? 'danger' : 'primary'}>
            Confirm
          </Button>
        </>
      }
    >
      <form {...formProps} className={styles.content}>
        <p>
          {`This sets which devices may use the SIMs in “${name}”. The stored values will be overwritten.`}
        </p>
        <dl className={styles.change}>
          <div>
            <dt>Before</dt>
            <dd>
              <LockWords lock={baseline} />
            </dd>
          </div>
          <div>
            <dt>After</dt>
            <dd>
              <LockWords lock={choice} />
            </dd>
          </div>
        </dl>
        {children}
      </form>
    </Dialog>
  );
}

/** The group's stored name, since a new one has not been saved yet; its ID if that name cannot be seen. */
function shownName({ decision: { baseline, choice }, group }: ConfirmLockDialogProps): string {
  const name = baseline.ThingsGroupName || choice.ThingsGroupName;
  return isSeen(name) ? name : group.id;
}
