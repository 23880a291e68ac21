import type { Note } from '#api/notes.ts';
import { utcTime } from '#lib/format.ts';

/** A note on one line: the time in UTC and the author come first, so that the text cannot imitate them. */
export function noteLine({ username, text, createdAt, changedAt, revision }: Note): string {
  const changed = revision > 1 ? `, changed ${utcTime(changedAt) ?? changedAt}` : '';
  return `${utcTime(createdAt) ?? createdAt} ${username}${changed}: ${text.replaceAll(/\s+/g, ' ')}`;
}

export const notesLate = 'The notes could not be read in time.';

/** The lines about a SIM's notes in a ticket; empty if there are none. */
export function noteLines(notes: readonly Note[] | undefined): readonly string[] {
  if (!notes) return [notesLate, ''];
  return notes.length === 0 ? [] : ['Notes:', ...notes.map((note) => `- ${noteLine(note)}`), ''];
}
