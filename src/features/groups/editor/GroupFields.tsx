import { useController, type UseFormReturn } from 'react-hook-form';

import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';

import { messages } from '../messages.ts';
import {
  oddPrefixLength,
  prefixOffer,
  type GroupChoice,
  type GroupFormValues,
} from './groupForm.ts';
import { LockToggle } from './LockToggle.tsx';

import styles from './GroupEditorPage.module.css';

interface GroupFieldsProps {
  form: UseFormReturn<GroupFormValues, unknown, GroupChoice>;
  /** The stored prefix is not reported, so removing it is a choice of its own. */
  asksForPrefix: boolean;
  readOnly: boolean;
}

export function GroupFields({ form, asksForPrefix, readOnly }: GroupFieldsProps) {
  const { errors } = form.formState;
  // Fields take the focus after a refusal in the order in which they are named here.
  const name = form.register('name');
  const {
    field: { ref: lockRef, value: lock, onChange: chooseLock },
  } = useController({ control: form.control, name: 'lock' });
  const prefixField = form.register('prefix');
  const [prefix, removePrefix] = form.watch(['prefix', 'removePrefix']);
  const length = oddPrefixLength(prefix);
  return (
    <>
      <TextField
        label={messages.name}
        autoComplete="off"
        error={errors.name?.message}
        readOnly={readOnly}
        {...name}
      />
      <LockToggle
        ref={lockRef}
        value={lock}
        onChange={chooseLock}
        error={errors.lock?.message}
        readOnly={readOnly}
      />
      <TextField
        label={messages.prefix}
        hint={messages.prefixHint}
        error={errors.prefix?.message}
        warning={length === undefined ? undefined : messages.prefixLength(length)}
        mono
        inputMode="numeric"
        autoComplete="off"
        readOnly={readOnly || removePrefix}
        {...prefixField}
      />
      {!readOnly && (
        <PrefixHelp
          typed={prefix}
          onUse={(digits) => {
            form.setValue('prefix', digits, {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            });
            form.setFocus('prefix');
          }}
        />
      )}
      {asksForPrefix && (
        <label className={styles.check}>
          <input
            type="checkbox"
            // Not `disabled`, which would take the value out of the form.
            aria-disabled={readOnly}
            onClick={(event) => readOnly && event.preventDefault()}
            {...form.register('removePrefix', {
              onChange: () => form.setValue('prefix', '', { shouldDirty: true }),
            })}
          />
          {messages.removePrefix}
        </label>
      )}
    </>
  );
}

/** What a pasted text can be meant for, in one press; nothing is put right by itself. */
function PrefixHelp({ typed, onUse }: { typed: string; onUse: (prefix: string) => void }) {
  const offer = prefixOffer(typed);
  const isTac = offer?.kind === 'tac';
  return (
    // There before it speaks, or it would not be heard.
    <div role="status" className={offer ? styles.offer : styles.help}>
      {offer && (
        <>
          <span>{isTac ? messages.offerTac : messages.offerDigits}</span>
          <Button small onClick={() => onUse(offer.prefix)}>
            {isTac ? messages.takeTac(offer.prefix) : messages.takeDigits(offer.prefix)}
          </Button>
        </>
      )}
    </div>
  );
}
