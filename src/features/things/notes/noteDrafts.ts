import { useState } from 'react';
import * as z from 'zod/mini';

import { storedNoteText, type Note } from '#api/notes.ts';
import { useUserServices } from '#api/userServices.tsx';

const draftSchema = z.object({
  /** The note's id, set before the note is first saved, so that retrying a save does not create a second note. */
  id: z.string(),
  text: z.string(),
  /** The revision on which the text is based; 0 for a new note. */
  revision: z.int(),
});
export type NoteDraft = z.infer<typeof draftSchema>;

/** A note that the user is typing. It stays in this tab until it is saved or discarded, or the user signs out. */
export function useNoteDraft(name: string) {
  const { drafts } = useUserServices().work;
  const [draft, setDraft] = useState(() => draftSchema.safeParse(drafts.read(name)).data);
  return {
    draft,
    keep(next: NoteDraft) {
      setDraft(next);
      if (next.text.trim() === '') drafts.drop(name);
      else drafts.keep(name, next);
    },
    /** @param saved leaves a draft that is not this one: another note, or other text, may have been typed by now */
    drop(saved?: NoteDraft) {
      const now = draftSchema.safeParse(drafts.read(name)).data;
      if (saved && (now?.id !== saved.id || now.text !== saved.text)) return;
      setDraft(undefined);
      drafts.drop(name);
    },
  };
}

/** Whether the gateway already has the draft, for example because only the response to its save was lost. */
export function isStored({ text, revision }: NoteDraft, stored: Note | undefined): boolean {
  return (
    stored !== undefined && stored.revision !== revision && stored.text === storedNoteText(text)
  );
}
