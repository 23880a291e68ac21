import { maxNoteLength } from './notes.ts';
import { directions, visibleText } from './typedText.ts';

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except tabs and line breaks. PostgreSQL does not accept NUL. */
const controls = /(?![\t\n])\p{Cc}/gu;

/** Typed text without characters that a database refuses, or that change how the text around it is shown. */
export function plainText(typed: string): string {
  return typed
    .toWellFormed()
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controls, '')
    .replaceAll(directions, '')
    .trim();
}

/**
 * The text of a note as it is stored.
 *
 * @returns undefined if it shows nothing or is too long
 */
export function storedNoteText(typed: string): string | undefined {
  const text = plainText(typed);
  return visibleText(text) !== '' && text.length <= maxNoteLength ? text : undefined;
}
