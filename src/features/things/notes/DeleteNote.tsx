import { useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { Note, NotesApi } from '#api/notes.ts';
import { useWrite } from '#api/useWrite.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { focusNow } from '#ui/focusNow.ts';
import { pressedOnce } from '#ui/pressedOnce.ts';
import { WriteWait } from '#ui/WriteWait.tsx';

import styles from './Notes.module.css';

interface DeleteNoteProps {
  notes: NotesApi;
  note: Note;
  onEdit: () => void;
  /** Reads the notes again, because this one may have changed. */
  onOutdated: () => void;
  onDeleted: () => void;
}

/** Buttons to edit and delete a note. Deleting asks for confirmation. */
export function DeleteNote({ notes, note, onEdit, onOutdated, onDeleted }: DeleteNoteProps) {
  const [step, setStep] = useState<'closed' | 'asking' | 'kept'>('closed');
  const call = useWrite();

  function remove() {
    call.run(async () => {
      await notes.remove(note);
      onDeleted();
    }, onOutdated);
  }

  return (
    <>
      {call.error?.kind === 'conflict' ? (
        <p role="alert" className={styles.tooLong}>
          Not deleted: this note was changed in the meantime. Read it again before you delete it.
        </p>
      ) : (
        call.error && <ErrorNotice {...describeError(call.error, 'delete this note')} />
      )}
      <WriteWait call={call} />
      <div className={styles.actions}>
        {step === 'asking' ? (
          <>
            <span>Delete this note?</span>
            <Button
              // A different element from "Delete note", so that it gets focus.
              key="confirm"
              {...pressedOnce}
              small
              ref={focusNow}
              variant="danger"
              aria-disabled={call.isRunning}
              onClick={remove}
            >
              {call.isRunning ? 'Deleting…' : 'Delete'}
            </Button>
            {!call.isRunning && (
              <Button small onClick={() => setStep('kept')}>
                Keep it
              </Button>
            )}
          </>
        ) : (
          <>
            <Button small variant="quiet" onClick={onEdit}>
              Edit note
            </Button>
            <Button
              small
              variant="quiet"
              // The button that had focus has been removed.
              ref={step === 'kept' ? focusNow : undefined}
              onClick={() => setStep('asking')}
            >
              Delete note
            </Button>
          </>
        )}
      </div>
    </>
  );
}
