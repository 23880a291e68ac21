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
export function TextField(props: FieldFrame & ComponentProps<'input'>) {
  const { label, control, notes } = useFrame(props);
  return (
    <div className={styles.field}>
      {label}
      <input {...control} />
      {notes}
    </div>
  );
}

/** A labelled native select with its hint and error. */
export function SelectField(props: FieldFrame & ComponentProps<'select'>) {
  const { label, control, notes } = useFrame(props);
  return (
    <div className={styles.field}>
      {label}
      <select {...control} className={styles.control} />
      {notes}
    </div>
  );
}

const roles: Readonly<Record<string, string>> = { warning: 'status' };

function useFrame<T extends FieldFrame>({ label, hint, error, warning, mono, ...native }: T) {
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
      ...native,
      id,
      className: mono ? `${styles.control} ${styles.mono}` : styles.control,
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
