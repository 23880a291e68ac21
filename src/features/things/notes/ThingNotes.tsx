import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';

import { noteDrafts, noteKeys } from '#api/noteKeys.ts';
import {
  maxNotes,
  notesApi,
  notesQuery,
  type Note,
  type NoteList,
  type NotesApi,
} from '#api/notes.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { Time } from '#ui/records/Time.tsx';

import { DeleteNote } from './DeleteNote.tsx';
import { useNoteDraft, type NoteDraft } from './noteDrafts.ts';
import { NoteForm } from './NoteForm.tsx';

import styles from './Notes.module.css';

interface ThingNotesProps {
  iccid: string;
  /** Whether the service lists the SIM. If not, its notes are shown, but no new one can be started. */
  isListed: boolean;
}

/** The notes about one SIM, with forms for the user's own. */
export function ThingNotes(props: ThingNotesProps) {
  const notes = notesApi(useUserServices().api);
  return notes && <GatewayNotes key={props.iccid} {...props} notes={notes} />;
}

function GatewayNotes({ iccid, isListed, notes }: ThingNotesProps & { notes: NotesApi }) {
  const queryClient = useQueryClient();
  const read = useRead(notesQuery(notes, iccid), 'load the notes about this SIM');
  const typed = useNoteDraft(noteDrafts.typed(iccid));
  const edited = useNoteDraft(noteDrafts.edited(iccid));
  const [isOpened, setOpened] = useState(false);
  /** The last action, for screen readers: its form is gone, and so is the focus. */
  const [done, setDone] = useState('');
  const { data } = read.query;
  if (data?.keptDays === 0) {
    return <p className={styles.quiet}>This installation keeps no notes.</p>;
  }
  const stored = data?.notes ?? [];
  const find = (id: string) => stored.find((note) => note.id === id);
  const forms = {
    notes,
    iccid,
    onOutdated: read.refresh,
    onSaved(note: Note) {
      setDone('Note saved');
      storeNote(queryClient, iccid, note.id, note);
      if (!data) read.refresh();
    },
  };
  const keep = (of: typeof typed) => (draft: NoteDraft) => {
    setDone('');
    of.keep(draft);
  };
  const editForm = edited.draft && (
    <NoteForm
      {...forms}
      label="Your note"
      hasFocus={isOpened}
      draft={edited.draft}
      stored={find(edited.draft.id)}
      isLoaded={data !== undefined}
      onType={keep(edited)}
      onClose={edited.drop}
      onCancel={() => edited.drop()}
    />
  );
  return (
    <div className={styles.notes}>
      <QueryView {...read} loading={<p className={styles.quiet}>Loading the notes…</p>}>
        {() =>
          stored.length === 0 ? (
            <p className={styles.quiet}>No notes about this SIM yet.</p>
          ) : (
            <ol className={styles.list}>
              {stored.map((note) => (
                <li key={note.id} className={styles.note}>
                  <NoteHead note={note} />
                  {note.id === edited.draft?.id ? (
                    editForm
                  ) : (
                    <StoredNote
                      note={note}
                      notes={notes}
                      isEditing={edited.draft !== undefined}
                      onEdit={(draft) => {
                        setOpened(true);
                        keep(edited)(draft);
                      }}
                      onOutdated={read.refresh}
                      onDeleted={() => {
                        setDone('Note deleted');
                        storeNote(queryClient, iccid, note.id, undefined);
                      }}
                    />
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
      {edited.draft && !find(edited.draft.id) && editForm}
      {/* One form at a time. The field stays if the notes cannot be loaded. */}
      {!edited.draft && ((isListed && data !== undefined) || typed.draft) && (
        <NewNote
          {...forms}
          isFull={stored.length >= maxNotes}
          draft={typed.draft}
          stored={typed.draft && find(typed.draft.id)}
          isLoaded={data !== undefined}
          onType={keep(typed)}
          onClose={typed.drop}
        />
      )}
      <p role="status" className={styles.quiet}>
        {done}
      </p>
    </div>
  );
}

/**
 * Updates the cached notes with the one just written, and has lists read their marks again.
 *
 * @param note undefined if it was deleted
 */
function storeNote(
  queryClient: QueryClient,
  iccid: string,
  id: string,
  note: Note | undefined,
): void {
  queryClient.setQueryData<NoteList>(noteKeys.of(iccid), (list) => {
    if (!list) return list;
    const at = list.notes.findIndex((one) => one.id === id);
    const written = note ? [note] : [];
    const from = at === -1 ? list.notes.length : at;
    return { ...list, notes: list.notes.toSpliced(from, 1, ...written) };
  });
  void queryClient.invalidateQueries({ queryKey: noteKeys.counts });
}

type NewNoteProps = Omit<ComponentProps<typeof NoteForm>, 'label' | 'draft'> & {
  draft: NoteDraft | undefined;
  isFull: boolean;
};

function NewNote({ draft, isFull, ...form }: NewNoteProps) {
  const [nextId, setNextId] = useState(() => crypto.randomUUID());
  if (isFull && !draft) {
    return (
      <p className={styles.quiet}>
        {`This SIM has ${maxNotes} notes, the maximum. Delete one to write another.`}
      </p>
    );
  }
  return (
    <NoteForm
      {...form}
      label="New note"
      draft={draft ?? { id: nextId, text: '', revision: 0 }}
      onClose={(saved) => {
        setNextId(crypto.randomUUID());
        form.onClose(saved);
      }}
    />
  );
}

/** Who wrote a note, and when. */
function NoteHead({ note: { username, createdAt, changedAt, revision } }: { note: Note }) {
  return (
    <p className={styles.quiet}>
      {/* Isolated, because a name may be written from right to left. */}
      <b>
        <bdi>{username}</bdi>
      </b>
      {', '}
      <Time at={createdAt} />
      {revision > 1 && (
        <>
          {', changed '}
          <Time at={changedAt} />
        </>
      )}
    </p>
  );
}

type StoredNoteProps = Omit<ComponentProps<typeof DeleteNote>, 'onEdit'> & {
  /** Whether another note is being edited. */
  isEditing: boolean;
  onEdit: (draft: NoteDraft) => void;
};

/** The text of a note. The gateway lets only its author change it, so others get no buttons. */
function StoredNote({ isEditing, onEdit, ...props }: StoredNoteProps) {
  const { info } = useUserServices();
  const { id, text, revision, username } = props.note;
  return (
    <>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {username === info.username && !isEditing && (
        <DeleteNote {...props} onEdit={() => onEdit({ id, text, revision })} />
      )}
    </>
  );
}
