import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';

import {
  isNotableIccid,
  maxCountedSims,
  maxSimsWithNotes,
  note,
  noteCounts,
  noteCountsPath,
  noteList,
  notesPath,
  type Note,
  type NoteList,
  type NoteUpdate,
} from '#contract/notes.ts';

import { describeError } from './describeError.ts';
import { ApiError } from './errors.ts';
import { noteKeys } from './noteKeys.ts';
import {
  confirmedRead,
  confirmedWrite,
  itemOf,
  ofGateway,
  type RecordsApi,
  type Schema,
  sendForRecords,
} from './records.ts';

export { maxNoteLength, maxNotes, type Note, type NoteList } from '#contract/notes.ts';
export { storedNoteText } from '#contract/noteText.ts';

export type NotesApi = ReturnType<typeof createNotesApi>;

/** Undefined with static hosting, which keeps no notes. */
export const notesApi = ofGateway(createNotesApi);

/** The notes that users have written about SIMs. Every method throws an ApiError. */
function createNotesApi(api: RecordsApi) {
  function read<T>(
    route: string,
    iccids: readonly string[],
    schema: Schema<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const query = new URLSearchParams({ iccids: iccids.join(',') });
    const request = { method: 'GET', route, query, signal } as const;
    return confirmedRead(api, () => sendForRecords(api, request, schema), signal);
  }

  const list = (iccids: readonly string[], signal: AbortSignal): Promise<NoteList> =>
    read(notesPath, iccids, noteList, signal);

  /** How many notes each SIM has, omitting those that have none; undefined if the gateway keeps no notes. */
  async function counts(
    iccids: readonly string[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, number>> | undefined> {
    const found: [string, number][] = [];
    for (const batch of batches(iccids.filter(isNotableIccid), maxCountedSims)) {
      // oxlint-disable-next-line no-await-in-loop -- the gateway reads one after the other
      const page = await read(noteCountsPath, batch, noteCounts, signal);
      if (page.keptDays === 0) return undefined;
      found.push(...page.counts.map(({ iccid, notes }): [string, number] => [iccid, notes]));
    }
    return Object.fromEntries(found);
  }

  return {
    list,
    counts,

    /** The notes of these SIMs; throws only if it is cancelled. */
    async read(iccids: readonly string[], signal: AbortSignal): Promise<NotesRead> {
      const found: Note[] = [];
      try {
        const noted = await counts(iccids, signal);
        if (!noted) return {};
        for (const batch of batches(Object.keys(noted), maxSimsWithNotes)) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          found.push(...(await list(batch, signal)).notes);
        }
      } catch (error) {
        if (!(error instanceof ApiError) || signal.aborted) throw error;
        const { title, requestId } = describeError(error, 'read the notes');
        return { problem: `${title} Request ID: ${requestId}` };
      }
      return { notes: Map.groupBy(found, ({ iccid }) => iccid) };
    },

    /** Can be retried if the response is lost, because the page chooses the id. */
    save(id: string, update: NoteUpdate): Promise<Note> {
      const request = { method: 'PUT', ...itemOf(notesPath, id), body: update } as const;
      return confirmedWrite(api, () => sendForRecords(api, request, note));
    },

    async remove({ id, revision }: Pick<Note, 'id' | 'revision'>): Promise<void> {
      const query = new URLSearchParams({ revision: String(revision) });
      const request = { method: 'DELETE', ...itemOf(notesPath, id), query } as const;
      await confirmedWrite(api, () => api.records.send(request));
    },
  };
}

function* batches(iccids: readonly string[], size: number): Generator<readonly string[]> {
  for (let from = 0; from < iccids.length; from += size) yield iccids.slice(from, from + size);
}

/** The notes of one SIM. Reading them costs the service nothing, so they are read whenever they are shown. */
export function notesQuery(notes: NotesApi, iccid: string) {
  return queryOptions({
    queryKey: noteKeys.of(iccid),
    queryFn: ({ signal }) => notes.list([iccid], signal),
    staleTime: 0,
  });
}

/**
 * How many notes each SIM in a list has; null if no notes are kept, in which case the gateway is not asked again.
 *
 * @param readAt when the list was read; a list that is read again has a query of its own
 */
export function noteCountsQuery(
  notes: NotesApi | undefined,
  queryClient: QueryClient,
  iccids: readonly string[],
  readAt?: number,
) {
  return queryOptions({
    queryKey: [...noteKeys.counts, iccids, readAt],
    // Enough for going back a page. Each page that is no longer shown would take up 4 kB of memory.
    gcTime: 20_000,
    // Until the newer counts arrive.
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      if (queryClient.getQueryData(noteKeys.off) === true) return null;
      const counts = await notes?.counts(iccids, signal);
      if (counts === undefined) queryClient.setQueryData(noteKeys.off, true);
      return counts ?? null;
    },
  });
}

/** Notes of several SIMs, or why they could not be read. */
export interface NotesRead {
  /** By ICCID; undefined if they could not be read, with static hosting, or if the gateway keeps no notes. */
  readonly notes?: ReadonlyMap<string, readonly Note[]>;
  readonly problem?: string;
}

/** All notes of these SIMs, for a file or a ticket. Tried once, so that the file is not delayed for long. */
export function notesReadQuery(notes: NotesApi | undefined, iccids: readonly string[]) {
  return queryOptions({
    queryKey: [...noteKeys.counts, 'texts', iccids],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<NotesRead> => (await notes?.read(iccids, signal)) ?? {},
  });
}
