import { useController, type UseFormReturn } from 'react-hook-form';

import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';

import { messages } from '../messages.ts';
import {
  isOddlyStored,
  oddPrefixLength,
  prefixOffer,
  type Baseline,
  type GroupChoice,
  type GroupFormValues,
} from './groupForm.ts';
import { LockToggle } from './LockToggle.tsx';
import { takePrefix } from './takePrefix.ts';

import styles from './GroupEditorPage.module.css';

interface GroupFieldsProps {
  form: UseFormReturn<GroupFormValues, unknown, GroupChoice>;
  /** What is stored: where the prefix is not reported, removing it is a choice of its own. */
  baseline: Baseline;
  readOnly: boolean;
}

export function GroupFields({ form, baseline, readOnly }: GroupFieldsProps) {
  const { errors } = form.formState;
  // Fields take the focus after a refusal in the order in which they are named here.
  const name = form.register('name');
  const {
    field: { ref: lockRef, value: lock, onChange: chooseLock },
  } = useController({ control: form.control, name: 'lock' });
  const prefixField = form.register('prefix');
  const removeField = form.register('removePrefix', {
    onChange: () => form.setValue('prefix', '', { shouldDirty: true }),
  });
  const values = form.watch();
  const { prefix, removePrefix } = values;
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
        hint={baseline.prefix === undefined ? messages.prefixHintUnknown : messages.prefixHint}
        error={errors.prefix?.message}
        warning={prefixWarning(values, baseline)}
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
            takePrefix(form, digits);
            form.setFocus('prefix');
          }}
        />
      )}
      {baseline.prefix === undefined && (
        <label className={styles.check}>
          <input
            type="checkbox"
            // Not `disabled`, which would take the value out of the form.
            aria-disabled={readOnly}
            {...removeField}
            onClick={(event) => readOnly && event.preventDefault()}
            // React tells of a change also where the click was called off.
            onChange={async (event) => {
              if (!readOnly) await removeField.onChange(event);
            }}
          />
          {messages.removePrefix}
        </label>
      )}
    </>
  );
}

function prefixWarning(values: GroupFormValues, baseline: Baseline): string | undefined {
  if (isOddlyStored(values, baseline)) return messages.prefixStoredOddly;
  const length = oddPrefixLength(values.prefix);
  return length === undefined ? undefined : messages.prefixLength(length);
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
