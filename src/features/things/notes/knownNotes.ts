import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

import { noteKeys } from '#api/noteKeys.ts';
import type { Note, NoteList } from '#api/notes.ts';

/** The notes about a SIM, if another part of the page has read them. Sends no request itself. */
export function useKnownNotes(iccid: string): readonly Note[] | undefined {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  return useSyncExternalStore(
    // The cache also notifies while another component renders, when React allows no update.
    useCallback((notify) => cache.subscribe(notifyManager.batchCalls(notify)), [cache]),
    () => queryClient.getQueryData<NoteList>(noteKeys.of(iccid))?.notes,
  );
}
