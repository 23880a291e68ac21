/**
 * Copies text that is not there yet. Begins at once, because browsers allow it only for a moment after a press. Not in
 * `useCopy`, which loads before the first rows.
 */
export async function writeLater(text: Promise<string>): Promise<void> {
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(await text);
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
