import { useEffect, useEffectEvent, useId } from 'react';

import { describeError } from '#api/describeError.ts';
import { maxNoteLength, type Note, type NotesApi } from '#api/notes.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { useWrite } from '#api/useWrite.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { focusNow } from '#ui/focusNow.ts';
import { Notice } from '#ui/Notice.tsx';
import { useUnsavedChanges } from '#ui/unsavedChanges.ts';
import { useCloseGuard } from '#ui/useLeaveGuard.ts';
import { WriteWait } from '#ui/WriteWait.tsx';

import { isStored, type NoteDraft } from './noteDrafts.ts';

import styles from './Notes.module.css';

interface NoteFormProps {
  notes: NotesApi;
  iccid: string;
  label: string;
  /** Whether the field gets focus when it appears. */
  hasFocus?: boolean;
  draft: NoteDraft;
  /** The note as stored by the gateway. */
  stored: Note | undefined;
  /** Whether the notes have been read; if so, a missing note has been deleted. */
  isLoaded: boolean;
  onType: (draft: NoteDraft) => void;
  onSaved: (note: Note) => void;
  /** Reads the notes again, because this one may have changed. */
  onOutdated: () => void;
  /** Called when the draft has been saved or discarded. */
  onClose: (saved?: NoteDraft) => void;
  /** Closes the form for an existing note. */
  onCancel?: () => void;
}

/** The form mentions the limit once fewer characters than this are left. */
const fewLeft = 200;

/** A form for a new note, or for a note that its author edits. Typed text is kept until it is saved or discarded. */
export function NoteForm(props: NoteFormProps) {
  const { notes, iccid, label, hasFocus, draft, stored, isLoaded } = props;
  const { onType, onSaved, onOutdated, onClose, onCancel } = props;
  const id = useId();
  const call = useWrite();
  const isNew = draft.revision === 0;
  const length = draft.text.trim().length;
  const isTooLong = length > maxNoteLength;
  const isChanged = draft.text.trim() !== (stored?.text ?? '');
  const canSave = length > 0 && !isTooLong && (isNew || isChanged);
  const isOutdated = isLoaded && (stored?.revision ?? 0) !== draft.revision && length > 0;
  useUnsavedChanges(length > 0 && isChanged);
  // The draft survives a reload, but not the tab.
  useCloseGuard(length > 0 && isChanged, useIsSignedOut());

  // The draft was saved earlier, and only the response was lost.
  const isOver = isStored(draft, stored);
  const closeStored = useEffectEvent(() => {
    onClose();
    if (stored) onSaved(stored);
  });
  useEffect(() => {
    if (isOver) closeStored();
  }, [isOver]);

  function save(change: NoteDraft) {
    call.run(async () => {
      const { text, revision } = change;
      const note = await notes.save(change.id, { iccid, text: text.trim(), revision });
      onClose(change);
      onSaved(note);
    }, onOutdated);
  }

  return (
    <div className={styles.form}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={hasFocus ? focusNow : undefined}
        rows={3}
        dir="auto"
        value={draft.text}
        // What is typed during a save would not be part of it.
        readOnly={call.isRunning}
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${id}-length`}
        onChange={({ target }) => onType({ ...draft, text: target.value })}
      />
      <WriteWait call={call} />
      <p id={`${id}-length`} className={isTooLong ? styles.tooLong : styles.quiet}>
        {lengthWords(length)}
      </p>
      {isOutdated && !isOver ? (
        <Conflict
          stored={stored}
          isRunning={call.isRunning}
          canSave={length > 0 && !isTooLong}
          onSave={() => {
            const { id: oldId, text } = draft;
            const next = stored
              ? { id: oldId, text, revision: stored.revision }
              : { id: crypto.randomUUID(), text, revision: 0 };
            // Kept before saving, because saving a new note can be retried only with the same id.
            if (!stored) onType(next);
            save(next);
          }}
          onDiscard={() => onClose()}
        />
      ) : (
        <div className={styles.actions}>
          <Button
            small
            variant="primary"
            aria-disabled={!canSave || call.isRunning}
            onClick={() => {
              if (canSave) save(draft);
            }}
          >
            {call.isRunning ? 'Saving…' : 'Save note'}
          </Button>
          {onCancel && (
            <Button small onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {call.error && call.error.kind !== 'conflict' && (
        <ErrorNotice {...describeError(call.error, 'save this note')}>
          What you typed is kept. Saving it again will not create a second note.
        </ErrorNotice>
      )}
    </div>
  );
}

function lengthWords(length: number): string {
  const most = formatNumber(maxNoteLength);
  if (length > maxNoteLength) {
    return `${formatNumber(length)} of ${most} characters. Shorten the note to save it.`;
  }
  const isNear = length > maxNoteLength - fewLeft;
  return isNear
    ? `${formatNumber(length)} of ${most} characters.`
    : `Everyone with access to this customer’s SIMs can read it. Up to ${most} characters.`;
}

interface ConflictProps {
  stored: Note | undefined;
  isRunning: boolean;
  canSave: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Shows what the note says now, below what the user has typed. */
function Conflict({ stored, isRunning, canSave, onSave, onDiscard }: ConflictProps) {
  return (
    <Notice tone="warning" isAlert>
      <div className={styles.notes}>
        {stored ? (
          <>
            <span>This note was changed in the meantime, for example in another tab. It says:</span>
            <span className={styles.text} dir="auto">
              {stored.text}
            </span>
          </>
        ) : (
          <span>This note was deleted in the meantime, for example in another tab.</span>
        )}
        <div className={styles.actions}>
          <Button
            small
            aria-disabled={isRunning || !canSave}
            onClick={() => {
              if (canSave) onSave();
            }}
          >
            {stored ? 'Replace it with your text' : 'Save as a new note'}
          </Button>
          <Button small onClick={onDiscard}>
            {stored ? 'Keep that text' : 'Discard your text'}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
