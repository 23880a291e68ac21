import { focusHeading } from './Page.tsx';

/** What the Tab key reaches. */
const controls =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not([tabindex="-1"])';

/**
 * Moves the focus when the element that has it is removed and nothing else takes it, for example when a Cancel button
 * goes away with its wait: to the control that follows, as the Tab key would, or at the end of a list to the one before.
 * Otherwise a screen reader would be left at the start of the page. A held Enter does not press that control too.
 *
 * @returns stops it
 */
export function keepFocus(): () => void {
  let focused: Element | null = null;
  let moved: Element | null = null;
  const end = new AbortController();
  const listening = { signal: end.signal, capture: true };
  const onFocusIn = () => (focused = document.activeElement);
  document.addEventListener('focusin', onFocusIn, listening);
  // Some browsers report it for a removed element too, before it is gone.
  const onFocusOut = () => focused?.isConnected && isNowhere() && (focused = null);
  document.addEventListener('focusout', () => queueMicrotask(onFocusOut), listening);
  const onKeyDown = (event: KeyboardEvent) =>
    event.repeat && event.key === 'Enter' && event.target === moved && event.preventDefault();
  document.addEventListener('keydown', onKeyDown, listening);
  document.addEventListener('keyup', () => (moved = null), listening);
  const observer = new MutationObserver((records) => {
    const place = focused && !focused.isConnected && placeOf(focused, records);
    if (!place) return;
    focused = null;
    // After React's effects, which may have a better place.
    setTimeout(() => {
      if (!isNowhere()) return;
      focusAfter(place);
      moved = document.activeElement;
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    end.abort();
    observer.disconnect();
  };
}

/** Whether nothing useful has the focus: a dialog's frame takes what its controls lose. */
function isNowhere(): boolean {
  return document.activeElement?.matches('body, [role="presentation"]') ?? true;
}

/** Where an element was before it was removed. */
function placeOf(element: Element, records: readonly MutationRecord[]) {
  let gone: Node = element;
  let place: MutationRecord | undefined;
  for (const record of records) {
    if ([...record.removedNodes].some((node) => node.contains(gone))) {
      place = record;
      gone = record.target;
    }
  }
  return place;
}

function focusAfter({ target: parent, previousSibling: previous }: MutationRecord): void {
  const around = parent instanceof Element && parent.closest('main, header, [role$="dialog"]');
  // A dialog that closes gives the focus back by itself.
  if (!around) return;
  const from = previous?.isConnected ? previous : parent;
  const last = parent.matches('ul, ol') && parent.lastElementChild?.querySelector(controls);
  for (const control of around.querySelectorAll<HTMLElement>(controls)) {
    // 4 is DOCUMENT_POSITION_FOLLOWING.
    const isAfter = !previous?.contains(control) && from.compareDocumentPosition(control) & 4;
    // The place is on screen, unless the user has scrolled on.
    if (isAfter || control === last) control.focus({ preventScroll: true });
    if (!isNowhere()) return;
  }
  focusHeading();
}
