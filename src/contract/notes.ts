import * as z from 'zod/mini';

import { commaList, type QueryOf } from './parameters.ts';
import { baseRevision } from './revisions.ts';

/** The gateway's paths for notes, in a file of their own because the first page needs none of them. */
export const notesPath = '/records/notes';
export const noteCountsPath = '/records/note-counts';

/** In UTF-16 units, as browsers count the characters of a field. */
export const maxNoteLength = 2000;
/** The maximum per SIM. */
export const maxNotes = 50;

/** A note that a user has written about a SIM. */
export const note = z.object({
  /** Chosen by the page, so that a save can be retried without creating a second note. */
  id: z.string(),
  iccid: z.string(),
  /** The author. */
  username: z.string(),
  text: z.string(),
  /** Milliseconds since the Unix epoch. */
  createdAt: z.number(),
  changedAt: z.number(),
  /** 1 for a new note, and incremented with each change. */
  revision: z.int(),
});
export type Note = z.infer<typeof note>;

/** The body of `PUT /records/notes/:id`. */
export const noteUpdate = z.object({ iccid: z.string(), text: z.string(), revision: baseRevision });
export type NoteUpdate = z.infer<typeof noteUpdate>;

/** Whether notes can be written about this SIM. The inventory has the same limit. */
export function isNotableIccid(iccid: string): boolean {
  return /^[^\p{Cc},]{1,64}$/u.test(iccid) && iccid.isWellFormed();
}

/** Parameters of `GET /records/notes`. Each SIM may have many long notes, so the number of SIMs is small. */
export const maxSimsWithNotes = 20;
export const notesParameters = { iccids: commaList(maxSimsWithNotes, 'ICCIDs', isNotableIccid) };
export type NotesQuery = QueryOf<typeof notesParameters>;

/** Parameters of `GET /records/note-counts`. */
export const maxCountedSims = 200;
export const noteCountsParameters = { iccids: commaList(maxCountedSims, 'ICCIDs', isNotableIccid) };

/** Response to `GET /records/notes`: the notes of each SIM, oldest first. */
export const noteList = z.object({
  notes: z.array(note),
  /** How many days a note is kept after its last change; 0 if no notes are kept. */
  keptDays: z.int(),
});
export type NoteList = z.infer<typeof noteList>;

/** Response to `GET /records/note-counts`, with the SIMs that have notes. */
export const noteCounts = z.object({
  counts: z.array(z.object({ iccid: z.string(), notes: z.int() })),
  keptDays: z.int(),
});
export type NoteCounts = z.infer<typeof noteCounts>;
