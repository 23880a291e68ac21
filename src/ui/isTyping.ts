/** Whether the focus is in a field that takes text. Nothing may then move it: the next letters would be lost. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input:read-write, textarea:read-write') ?? false;
}
