import { useId, type Ref } from 'react';

import { messages } from '../messages.ts';

import styles from './GroupEditorPage.module.css';

interface LockToggleProps {
  ref: Ref<HTMLButtonElement>;
  /** null where the present lock is not known and none was chosen: no button is pressed. */
  value: boolean | null;
  onChange: (locked: boolean) => void;
  error: string | undefined;
  readOnly: boolean;
}

/** Locked or Unlocked. Pressing the pressed button changes nothing: there is no way back to unknown. */
export function LockToggle({ ref, value, onChange, error, readOnly }: LockToggleProps) {
  const id = useId();
  const shared = {
    'aria-disabled': readOnly,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  } as const;
  const choose = (locked: boolean) => {
    if (!readOnly) onChange(locked);
  };
  return (
    <div className={styles.lock}>
      <span id={`${id}-label`} className={styles.label}>
        {messages.lock}
      </span>
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className={styles.toggle}
      >
        <button
          type="button"
          {...shared}
          ref={ref}
          aria-pressed={value === true}
          onClick={() => choose(true)}
        >
          {messages.locked}
        </button>
        <button
          type="button"
          {...shared}
          aria-pressed={value === false}
          onClick={() => choose(false)}
        >
          {messages.unlocked}
        </button>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {messages.lockHint}
      </p>
    </div>
  );
}
