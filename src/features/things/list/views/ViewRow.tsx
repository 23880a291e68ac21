import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { useHref } from 'react-router';

import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { TextField } from '#ui/Field.tsx';

import type { SavedView } from '../thingsPreferences.ts';
import { nameProblem, type View } from './views.ts';

import styles from './ViewsDialog.module.css';

interface ViewRowProps {
  view: View;
  /** Whether the list currently shows this view. */
  isShown: boolean;
  /** Whether the console opens with this view. */
  isStart: boolean;
  onOpen: () => void;
  onStart: () => void;
  /** Note for a view that only marks rows. */
  note?: string | undefined;
  /** Additional buttons. */
  children?: ReactNode;
}

/** One view; its name is the button that opens it. */
export function ViewRow({ view, note, children, ...row }: ViewRowProps) {
  return (
    <li className={styles.row}>
      <Button small variant="quiet" onClick={row.onOpen}>
        {view.name}
      </Button>
      <span className={styles.note}>
        {row.isShown && <strong>Shown now. </strong>}
        {note !== undefined && (
          <span className={styles.marks}>
            <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
              <path fill="currentColor" d="M2 1h8v10L6 8l-4 3z" />
            </svg>
            {note}
          </span>
        )}
      </span>
      <Button
        small
        aria-pressed={row.isStart}
        aria-label={`Start with ${view.name}`}
        onClick={row.onStart}
      >
        Start
      </Button>
      {children}
    </li>
  );
}

interface SavedViewRowProps extends Omit<ViewRowProps, 'note' | 'children'> {
  others: readonly SavedView[];
  onRename: (name: string) => void;
  onDelete: () => void;
}

/** A saved view, which can be shared, renamed and deleted. */
export function SavedViewRow({ others, onRename, onDelete, ...row }: SavedViewRowProps) {
  const { name, search } = row.view;
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The form replaced the button that opened it, so the focus returns to that button.
    if (wasRenaming.current && !isRenaming) rename.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  const link = new URL(useHref(paths.things(search)), window.location.origin).href;

  if (isRenaming) {
    return (
      <li className={styles.row}>
        <ViewNameForm
          others={others}
          name={name}
          onSave={(next) => {
            setRenaming(false);
            if (next !== name) onRename(next);
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <ViewRow {...row}>
      <CopyButton text={link} label="Copy link" name={`Copy link to ${name}`} />
      <Button
        ref={rename}
        small
        variant="quiet"
        aria-label={`Rename ${name}`}
        onClick={() => setRenaming(true)}
      >
        Rename
      </Button>
      <Button small variant="quiet" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </ViewRow>
  );
}

interface ViewNameFormProps {
  others: readonly SavedView[];
  /** The current name of a view to rename; omitted for a new view. */
  name?: string;
  onSave: (name: string) => void;
  onCancel?: () => void;
}

/** Asks for the name of a view. */
export function ViewNameForm({ others, name, onSave, onCancel }: ViewNameFormProps) {
  const [typed, setTyped] = useState(name ?? '');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isNew = name === undefined;
  useEffect(() => {
    // The rename form replaces the button that was clicked.
    if (!isNew) field.current?.focus();
  }, [isNew]);

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
        label={isNew ? 'View name' : 'New name'}
        value={typed}
        error={problem}
        maxLength={80}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{isNew ? 'Save view' : 'Save name'}</Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </form>
  );
}
