import { useEffect, useRef, useState } from 'react';

import { TextField } from '#ui/Field.tsx';

import { filterAdvice } from '../address/filterAdvice.ts';
import type { FilterField as Field } from '../address/thingFilters.ts';

interface FilterFieldProps {
  field: Field;
  /** The value that is in force. */
  applied: string;
  /** Was not applied, and why. */
  error: string | undefined;
  /** How often the form was cleared. */
  clearings: number;
  /** The refused value is being changed. */
  onChange: () => void;
}

/** One filter as it is typed: a keystroke draws this field again, and nothing else. */
export function FilterField({ field, applied, error, clearings, onChange }: FilterFieldProps) {
  const { name, label, hint, mono } = field;
  const input = useApplied<HTMLInputElement>(applied);
  const [advice, setAdvice] = useState(() => filterAdvice(name, applied));
  const [advised, setAdvised] = useState({ applied, clearings });
  if (advised.applied !== applied || advised.clearings !== clearings) {
    setAdvised({ applied, clearings });
    // A cleared field is empty, also where nothing of it was in force.
    setAdvice(advised.clearings === clearings ? filterAdvice(name, applied) : undefined);
  }
  return (
    <TextField
      ref={input}
      name={name}
      label={label}
      hint={hint}
      error={error}
      warning={error === undefined ? advice : undefined}
      mono={mono ?? false}
      spellCheck={false}
      defaultValue={applied}
      // Advice comes when the field is left, and goes as soon as it is followed.
      onBlur={(event) => setAdvice(filterAdvice(name, event.target.value))}
      onChange={(event) => {
        onChange();
        if (advice !== undefined) setAdvice(filterAdvice(name, event.target.value));
      }}
    />
  );
}

/** Shows a value when it comes into force; what is typed beside it stays, and so does the focus. */
export function useApplied<E extends HTMLInputElement | HTMLSelectElement>(applied: string) {
  const field = useRef<E>(null);
  const inForce = useRef(applied);
  useEffect(() => {
    // Also runs when a hidden list is shown again, where nothing new came into force.
    if (inForce.current === applied) return;
    inForce.current = applied;
    if (field.current) field.current.value = applied;
  }, [applied]);
  return field;
}
