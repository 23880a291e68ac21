import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { useHref } from 'react-router';

import { maxViewName, viewName } from '#api/sharedViews.ts';
import { useWrite } from '#api/useWrite.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { TextField } from '#ui/Field.tsx';
import { WriteWait } from '#ui/WriteWait.tsx';

import type { SavedView } from '../thingsPreferences.ts';
import type { View } from './startView.ts';
import { nameProblem } from './views.ts';

import styles from './ViewsDialog.module.css';

interface ViewRowProps {
  view: View;
  /** Whether the list currently shows this view. */
  isShown: boolean;
  /** Whether the console opens with this view. */
  isStart: boolean;
  onOpen: () => void;
  /** Omitted if the console cannot open with this view. */
  onStart?: (() => void) | undefined;
  /** What the user should know about the view. */
  note?: ReactNode;
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
        {note}
      </span>
      {row.onStart && (
        <Button
          small
          aria-pressed={row.isStart}
          aria-label={`Start with ${view.name}`}
          onClick={row.onStart}
        >
          Start
        </Button>
      )}
      {children}
    </li>
  );
}

/** A button in a view's row, with a name that says which view it concerns. */
export function RowButton({ name, ...button }: ComponentProps<typeof Button> & { name: string }) {
  return <Button small variant="quiet" aria-label={name} {...button} />;
}

/** A note with a flag that does not rely on colour. */
export function FlaggedNote({ children }: { children: string }) {
  return (
    <span className={styles.marks}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path fill="currentColor" d="M2 1h8v10L6 8l-4 3z" />
      </svg>
      {children}
    </span>
  );
}

interface SavedViewRowProps extends ViewRowProps {
  /** The path to copy. */
  path: string;
  /** The other saved views, whose names are taken. */
  others: readonly SavedView[];
  /** Called when the rename form opens and closes. */
  onEdit?: (isOpen: boolean) => void;
  onRename: OnSaveName;
  /** Whether deleting has to wait for another change. */
  isBusy?: boolean;
  onDelete: () => void;
}

/** A saved view, which can be copied as a link, renamed and deleted. */
export function SavedViewRow(props: SavedViewRowProps) {
  const { path, others, onEdit, onRename, isBusy, onDelete, children, ...row } = props;
  const { name } = row.view;
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The form replaced the button that opened it, so the focus returns to that button.
    if (wasRenaming.current && !isRenaming) renameButton.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  function showForm(isOpen: boolean) {
    setRenaming(isOpen);
    onEdit?.(isOpen);
  }

  if (isRenaming) {
    return (
      <li className={styles.row}>
        <ViewNameForm
          others={others}
          name={name}
          onSave={(next, isShared) => next === name || onRename(next, isShared)}
          onSaved={() => showForm(false)}
          onCancel={() => showForm(false)}
        />
      </li>
    );
  }
  return (
    <ViewRow {...row}>
      <CopyLink name={name} path={path} />
      {children}
      <RowButton ref={renameButton} name={`Rename ${name}`} onClick={() => showForm(true)}>
        Rename
      </RowButton>
      <RowButton name={`Delete ${name}`} aria-disabled={isBusy} onClick={onDelete}>
        Delete
      </RowButton>
    </ViewRow>
  );
}

/** Copies a view's full address. */
export function CopyLink({ name, path }: { name: string; path: string }) {
  // Relative to the page, because the demo's addresses begin with a hash.
  const link = new URL(useHref(path), window.location.href).href;
  return <CopyButton text={link} label="Copy link" name={`Copy link to ${name}`} />;
}

/** @returns whether the name was saved; if not, the form stays as it is */
type OnSaveName = (name: string, isShared: boolean) => boolean | Promise<boolean>;

interface ViewNameFormProps {
  others: readonly SavedView[];
  /** The current name of a view to rename; omitted for a new view. */
  name?: string;
  /** Whether to offer sharing with the team. */
  canShare?: boolean;
  onSave: OnSaveName;
  onSaved?: () => void;
  onCancel?: () => void;
}

/** Asks for a view's name. */
export function ViewNameForm({
  others,
  name,
  canShare,
  onSave,
  onSaved,
  onCancel,
}: ViewNameFormProps) {
  const [typed, setTyped] = useState(name ?? '');
  const [isShared, setShared] = useState(false);
  const call = useWrite();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isNew = name === undefined;
  useEffect(() => {
    // The rename form replaces the button that was clicked.
    if (!isNew) field.current?.focus();
  }, [isNew]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = viewName(typed);
    const found = nameProblem(next, isShared ? [] : others);
    setProblem(found);
    if (found !== undefined) {
      field.current?.focus();
      return;
    }
    call.run(async () => {
      // The form may have been cancelled meanwhile, or the user may have stopped waiting and typed on.
      if (!(await onSave(next, isShared)) || field.current?.value !== typed) return;
      setTyped('');
      setShared(false);
      onSaved?.();
    });
  }

  return (
    <form className={styles.form} onSubmit={submit} autoComplete="off" noValidate>
      <TextField
        ref={field}
        label={isNew ? 'View name' : 'New name'}
        value={typed}
        // What is typed during a save would not be part of it.
        readOnly={call.isRunning}
        error={problem}
        maxLength={maxViewName}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{isNew ? 'Save view' : 'Save name'}</Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      {canShare && (
        <label className={styles.share}>
          <input
            type="checkbox"
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
          <span>Share with the team</span>
        </label>
      )}
      <WriteWait call={call} />
    </form>
  );
}
