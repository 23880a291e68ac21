import { useId, type Ref } from 'react';

import { messages } from '../messages.ts';

import styles from './GroupEditorPage.module.css';

interface LockToggleProps {
  ref: Ref<HTMLButtonElement>;
  /** null where the present lock is not known and none was chosen: no button is pressed. */
  value: boolean | null;
  onChange: (locked: boolean) => void;
  error: string | undefined;
}

/** Locked or Unlocked. Pressing the pressed button changes nothing: there is no way back to unknown. */
export function LockToggle({ ref, value, onChange, error }: LockToggleProps) {
  const id = useId();
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
          ref={ref}
          aria-pressed={value === true}
          onClick={() => onChange(true)}
        >
          {messages.locked}
        </button>
        <button type="button" aria-pressed={value === false} onClick={() => onChange(false)}>
          {messages.unlocked}
        </button>
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <p id={`${id}-hint`} className={styles.hint}>
        {messages.lockHint}
      </p>
    </div>
  );
}
