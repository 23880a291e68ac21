/** A ref that moves the focus to an element when it appears, and the cursor to the end of its text. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
  if (element instanceof HTMLTextAreaElement) {
    element.setSelectionRange(element.value.length, element.value.length);
  }
}
