import type { NotesRead } from '#api/notes.ts';
import type { ThingRecord } from '#api/things.ts';

import { noteLine } from './noteTexts.ts';

/** The "Notes" column of a file, one line per note so that no text can imitate another; or why there is none. */
export function noteColumn({ notes, problem }: NotesRead) {
  const text = ({ ExternalUniqueId: iccid }: ThingRecord) =>
    (notes?.get(iccid) ?? []).map(noteLine).join('\n');
  return {
    columns: notes ? [{ head: 'Notes', text }] : [],
    problem: problem && `The file has no notes. ${problem}`,
  };
}
