import type { QueryClient } from '@tanstack/react-query';

import { noteKeys } from '#api/noteKeys.ts';
import type { Note, NoteList } from '#api/notes.ts';

/**
 * Updates the cached notes with the one just written, and has lists read their marks again.
 *
 * @param note undefined if it was deleted
 */
export function storeNote(
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
