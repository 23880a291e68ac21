import { useEffect, useEffectEvent } from 'react';

/**
 * Keys that do something by themselves, from anywhere but where a person types or a dialog is open.
 *
 * @param isOn WCAG 2.1.4: single keys can be switched off, for whoever speaks to the computer
 */
export function useSingleKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || event.defaultPrevented || event.isComposing || hasModifier(event)) return;
    if (isTyping(event.target)) return;
    if (document.querySelector('[aria-modal="true"], dialog:modal') !== null) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}

/** Shift and AltGr are how some keyboards reach a slash or a bracket, so they do not count. */
function hasModifier(event: KeyboardEvent): boolean {
  if (event.metaKey) return true;
  return (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
