import { useEffect, useEffectEvent } from 'react';
import { useHref, useNavigation } from 'react-router';

import { paths } from '#paths.ts';
import { isTyping } from '#ui/isTyping.ts';
import { useOpenWithSearch } from '#ui/useSearchPatch.ts';

/**
 * Handles keys without a modifier, except in a field that takes text or a choice, or behind an open dialog or menu.
 *
 * @param isOn whether single-key shortcuts are enabled; users of speech input must be able to turn them off (WCAG
 * 2.1.4)
 */
export function useSingleKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || event.defaultPrevented || event.isComposing || hasModifier(event)) return;
    // A field that cannot be typed in for now, during a save, gets the next letters too.
    const { target } = event;
    if (isTyping(target) || (target instanceof Element && target.matches('select, [readonly]')))
      return;
    if (document.querySelector('[aria-modal="true"], [role="menu"], dialog:modal') !== null) return;
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

/** Shift and AltGr do not count as modifiers, because some keyboards need them to type a slash or a bracket. */
function hasModifier(event: KeyboardEvent): boolean {
  if (event.metaKey) return true;
  return (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
}

/**
 * Escape closes the open Thing, or cancels opening a Thing whose code is still loading. The list handles this,
 * because it is loaded before the Thing.
 */
export function useCloseByEscape(isOpen: boolean): void {
  const openWithSearch = useOpenWithSearch();
  const things = useHref('/things/');
  const isOpening = useNavigation().location?.pathname.startsWith(things);
  // A Thing that was never shown has no history entry to go back from.
  const close = () => openWithSearch(paths.things(), { replace: !isOpen });
  useSingleKeys({ Escape: close }, isOpen || isOpening === true);
}
