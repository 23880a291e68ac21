import { maxNoteLength } from './notes.ts';
import { directions, visibleText } from './typedText.ts';

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except tabs and line breaks. PostgreSQL does not accept NUL. */
const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * The text of a note as it is stored.
 *
 * @returns undefined if it shows nothing or is too long
 */
export function storedNoteText(typed: string): string | undefined {
  const text = typed
    .toWellFormed()
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controls, '')
    .replaceAll(directions, '')
    .trim();
  return visibleText(text) !== '' && text.length <= maxNoteLength ? text : undefined;
}
