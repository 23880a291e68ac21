import { Fragment, useId, type ReactNode, type Ref } from 'react';
import { useController, type FieldError, type UseFormReturn } from 'react-hook-form';

import { settingKeys, type GroupFlagKey, type GroupSettingKey } from '#api/groupFields.ts';
import type { GroupChoice, GroupSettings } from '#api/groupSettings.ts';
import { formatField, labelOf } from '#api/groupWords.ts';
import { PrefixHint, prefixHint } from '#features/history/PrefixName.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { Marked } from '#ui/ServiceWords.tsx';

import {
  isOddlyStored,
  oddPrefixWords,
  prefixOffer,
  refusedByService,
  type GroupFormValues,
} from './groupForm.ts';

import styles from './GroupEditorPage.module.css';

interface GroupFieldsProps {
  form: UseFormReturn<GroupFormValues, unknown, GroupChoice>;
  values: GroupFormValues;
  /** The stored values: if the prefix is not reported, removing it is a separate choice. */
  baseline: GroupSettings;
  readOnly: boolean;
  onUsePrefix: (prefix: string) => void;
}

/** The settings' controls in order: after a failed save, the first invalid control receives focus. */
export function GroupFields(props: GroupFieldsProps) {
  // A setting without a control does not compile.
  const controls: Readonly<Record<GroupSettingKey, ReactNode>> = {
    ThingsGroupName: <NameField {...props} />,
    LockMasterImei: (
      <Toggle
        name="LockMasterImei"
        hint="Locked: only devices whose IMEI begins with the prefix get service. Unlocked: any device may work."
        {...props}
      />
    ),
    IMEIPrefix: <PrefixField {...props} />,
  };
  return settingKeys.map((key) => <Fragment key={key}>{controls[key]}</Fragment>);
}

function NameField({ form, readOnly }: GroupFieldsProps) {
  return (
    <TextField
      label={labelOf('ThingsGroupName')}
      autoComplete="off"
      error={errorWords(form.formState.errors.ThingsGroupName)}
      readOnly={readOnly}
      {...form.register('ThingsGroupName')}
    />
  );
}

function PrefixField({ form, values, baseline, readOnly, onUsePrefix }: GroupFieldsProps) {
  const removeField = form.register('removePrefix', {
    onChange: () => form.setValue('IMEIPrefix', '', { shouldDirty: true }),
  });
  const isUnreported = baseline.IMEIPrefix === undefined;
  return (
    <>
      <TextField
        label={labelOf('IMEIPrefix')}
        hint={
          <PrefixHint
            prefix={values.IMEIPrefix}
            text={`${prefixHint}${isUnreported ? '' : ' Leave it empty to remove the prefix.'}`}
          />
        }
        error={errorWords(form.formState.errors.IMEIPrefix)}
        warning={prefixWarning(values, baseline) ?? ''}
        mono
        inputMode="numeric"
        autoComplete="off"
        readOnly={readOnly || values.removePrefix}
        {...form.register('IMEIPrefix')}
      />
      {!readOnly && (
        <PrefixHelp
          typed={values.IMEIPrefix}
          onUse={(digits) => {
            onUsePrefix(digits);
            form.setFocus('IMEIPrefix');
          }}
        />
      )}
      {isUnreported && (
        <label className={styles.check}>
          <input
            type="checkbox"
            // Not `disabled`, which would take the value out of the form.
            aria-disabled={readOnly}
            {...removeField}
            onClick={(event) => readOnly && event.preventDefault()}
            // React reports a change even if the click was prevented.
            onChange={async (event) => {
              if (!readOnly) await removeField.onChange(event);
            }}
          />
          Remove the stored IMEI prefix
        </label>
      )}
    </>
  );
}

/** What is wrong with a value, in the console's or the service's words. */
function errorWords(error: FieldError | undefined): ReactNode {
  const { type, message } = error ?? {};
  return type === refusedByService && message !== undefined ? <Marked>{message}</Marked> : message;
}

function prefixWarning(values: GroupFormValues, baseline: GroupSettings): string | undefined {
  if (isOddlyStored(values, baseline)) {
    return 'The stored value is not a prefix of 1 to 15 digits. Unless you change it, it is sent back unchanged.';
  }
  return oddPrefixWords(values.IMEIPrefix);
}

/** Offers the likely meaning of pasted text with one click; nothing is corrected automatically. */
function PrefixHelp({ typed, onUse }: { typed: string; onUse: (prefix: string) => void }) {
  const offer = prefixOffer(typed);
  const isTac = offer?.kind === 'tac';
  return (
    // A live region must exist before its text, or it is not announced.
    <div role="status" className={offer ? styles.offer : styles.help}>
      {offer && (
        <>
          <span>
            {isTac
              ? 'This looks like an IMEI. Its first 8 digits are the TAC.'
              : 'A prefix may only contain digits.'}
          </span>
          <Button small onClick={() => onUse(offer.prefix)}>
            {isTac ? `Use TAC ${offer.prefix}` : `Use ${offer.prefix}`}
          </Button>
        </>
      )}
    </div>
  );
}

interface ToggleProps extends Pick<GroupFieldsProps, 'form' | 'readOnly'> {
  name: GroupFlagKey;
  /** The meaning of each value. */
  hint: string;
}

/**
 * A setting with two values, for example Locked or Unlocked. No button is pressed if the current value is unknown and
 * none was chosen. Clicking the pressed button changes nothing: a choice cannot go back to unknown.
 */
function Toggle({ name, hint, form, readOnly }: ToggleProps) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control: form.control, name });
  const error = errorWords(fieldState.error);
  const id = useId();
  const button = (isOn: boolean, buttonRef?: Ref<HTMLButtonElement>) => (
    <button
      type="button"
      ref={buttonRef}
      aria-disabled={readOnly}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-pressed={value === isOn}
      onClick={() => !readOnly && onChange(isOn)}
    >
      {formatField(name, isOn)}
    </button>
  );
  return (
    <div className={styles.lock}>
      <span id={`${id}-label`} className={styles.label}>
        {labelOf(name)}
      </span>
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className={styles.toggle}
      >
        {button(true, ref)}
        {button(false)}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
