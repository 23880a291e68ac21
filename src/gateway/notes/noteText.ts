import { maxNoteLength } from '#contract/notes.ts';

/**
 * Characters that change the direction of the text that follows, even beyond the note: in a file or a ticket, they
 * could make another name appear as the author. Marks that do not affect the text after them are kept.
 */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except tabs and line breaks. PostgreSQL does not accept NUL. */
const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * The text of a note as it is stored.
 *
 * @returns undefined if it is empty or too long
 */
export function storedNoteText(typed: string): string | undefined {
  const text = typed
    .toWellFormed()
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controls, '')
    .replaceAll(directions, '')
    .trim();
  return text !== '' && text.length <= maxNoteLength ? text : undefined;
}
