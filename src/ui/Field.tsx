import { useId, type ComponentProps, type ReactNode } from 'react';

import styles from './Field.module.css';

interface FieldFrame {
  label: string;
  /** Always visible help below the field. */
  hint?: ReactNode;
  /** The error in the value, announced with the field. */
  error?: ReactNode;
  /** A warning about an allowed value, announced when it appears; empty text while there is none. */
  warning?: string | undefined;
  /** For identifiers, which are read digit by digit. */
  mono?: boolean;
}

/** A labelled native text input with its hint and error. */
export function TextField({
  label,
  hint,
  error,
  warning,
  mono,
  ...input
}: FieldFrame & ComponentProps<'input'>) {
  const frame = useFrame({ label, hint, error, warning });
  return (
    <div className={styles.field}>
      {frame.label}
      <input
        {...input}
        {...frame.control}
        className={mono ? `${styles.control} ${styles.mono}` : styles.control}
      />
      {frame.notes}
    </div>
  );
}

/** A labelled native select with its hint and error. */
export function SelectField({
  label,
  hint,
  error,
  warning,
  mono: _,
  ...select
}: FieldFrame & ComponentProps<'select'>) {
  const frame = useFrame({ label, hint, error, warning });
  return (
    <div className={styles.field}>
      {frame.label}
      <select {...select} {...frame.control} className={styles.control} />
      {frame.notes}
    </div>
  );
}

const roles: Readonly<Record<string, string>> = { warning: 'status' };

function useFrame({ label, hint, error, warning }: FieldFrame) {
  const id = useId();
  const notes = Object.entries({ error, ...(error === undefined && { warning }), hint }).filter(
    ([, text]) => text !== undefined,
  );
  return {
    label: (
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    ),
    control: {
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': notes.map(([key]) => `${id}-${key}`).join(' ') || undefined,
    },
    notes: notes.map(([key, text]) => (
      <p key={key} id={`${id}-${key}`} className={styles[key]} role={roles[key]}>
        {text}
      </p>
    )),
  };
}
