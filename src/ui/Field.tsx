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
  const { control, around } = useFrame(props);
  return around(<input {...control} />);
}

/** A labelled native select with its hint and error. */
export function SelectField(props: FieldFrame & ComponentProps<'select'>) {
  const { control, around } = useFrame(props);
  return around(<select {...control} />);
}

function useFrame<Props>({ label, hint, error, warning, mono, ...props }: FieldFrame & Props) {
  const id = useId();
  const notes = Object.entries({ error, ...(error === undefined && { warning }), hint }).filter(
    ([, text]) => text !== undefined,
  );
  return {
    control: {
      ...props,
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby':
        notes.flatMap(([key, text]) => (text === '' ? [] : `${id}-${key}`)).join(' ') || undefined,
      className: mono ? `${styles.control} ${styles.mono}` : styles.control,
    },
    around: (control: ReactNode) => (
      <div className={styles.field}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {control}
        {notes.map(([key, text]) => (
          <p
            key={key}
            id={`${id}-${key}`}
            className={styles[key]}
            role={key === 'warning' ? 'status' : undefined}
          >
            {text}
          </p>
        ))}
      </div>
    ),
  };
}
