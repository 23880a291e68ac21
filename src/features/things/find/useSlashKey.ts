import { useEffect, type RefObject } from 'react';

/** `/` moves the focus to a field from anywhere but where a person types, while the shortcut is on. */
export function useSlashKey(field: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    function onKeyDown(event: KeyboardEvent) {
      // Shift is allowed: some keyboards need it for the slash.
      if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"], dialog:modal') !== null) return;
      event.preventDefault();
      field.current?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field, isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
