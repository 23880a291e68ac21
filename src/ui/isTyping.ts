/** Whether this is a field that takes text. Nothing may then move the focus: the next letters would be lost. */
export function isTyping(at: EventTarget | null = document.activeElement): boolean {
  return at instanceof Element && at.matches('input:read-write, textarea:read-write');
}
