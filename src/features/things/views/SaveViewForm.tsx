import { useRef, useState, type SubmitEvent } from 'react';

import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';

import type { SavedView } from '../preferences/thingsPreferences.ts';
import { nameProblem } from './views.ts';
import { viewsMessages } from './viewsMessages.ts';

import styles from './ViewsDialog.module.css';

interface SaveViewFormProps {
  others: readonly SavedView[];
  /** The present name of the view that is renamed; left out for a new one. */
  name?: string;
  onSave: (name: string) => void;
  onCancel?: () => void;
}

/** Asks for the name of a view. */
export function SaveViewForm({ others, name, onSave, onCancel }: SaveViewFormProps) {
  const [typed, setTyped] = useState(name ?? '');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isNew = name === undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = nameProblem(typed, others);
    setProblem(found);
    if (found !== undefined) {
      field.current?.focus();
      return;
    }
    onSave(typed.trim());
    if (isNew) setTyped('');
  }

  return (
    <form className={styles.form} onSubmit={submit} autoComplete="off" noValidate>
      <TextField
        ref={field}
        label={isNew ? viewsMessages.name : viewsMessages.newName}
        value={typed}
        error={problem}
        maxLength={80}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the button that it replaces
        autoFocus={!isNew}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{isNew ? viewsMessages.save : viewsMessages.saveName}</Button>
      {onCancel && <Button onClick={onCancel}>{viewsMessages.cancel}</Button>}
    </form>
  );
}
