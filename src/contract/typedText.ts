/**
 * Characters that change the direction of the text that follows, even beyond the typed text: they could make another
 * name appear as the author. The marks for single characters are kept.
 */
export const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text without invisible characters, such as U+200B and the Hangul filler. */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();
}
