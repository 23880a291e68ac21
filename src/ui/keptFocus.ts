import { focusHeading } from './Page.tsx';

/** What the Tab key reaches. */
const controls =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not([tabindex="-1"])';

/** Where an element was before it was removed. */
interface Place {
  readonly parent: Node;
  readonly previous: Node | null;
}

/**
 * Moves the focus when the element that has it is removed and nothing else takes it, for example when a Cancel button
 * goes away with its wait: to the control that follows, as the Tab key would. Otherwise a screen reader would be left
 * at the start of the page. A held Enter does not press that control too.
 *
 * @returns stops it
 */
export function keepFocus(): () => void {
  let focused: Element | undefined;
  let moved: Element | undefined;
  const end = new AbortController();
  const listening = { signal: end.signal, capture: true };
  const onFocusIn = () => (focused = document.activeElement ?? undefined);
  document.addEventListener('focusin', onFocusIn, listening);
  // Some browsers report it for a removed element too, before it is gone.
  const onFocusOut = () => focused?.isConnected && isNowhere() && (focused = undefined);
  document.addEventListener('focusout', () => queueMicrotask(onFocusOut), listening);
  const onKeyDown = (event: KeyboardEvent) =>
    event.repeat && event.key === 'Enter' && event.target === moved && event.preventDefault();
  document.addEventListener('keydown', onKeyDown, listening);
  document.addEventListener('keyup', () => (moved = undefined), listening);
  const observer = new MutationObserver((records) => {
    const place = focused && !focused.isConnected && placeOf(focused, records);
    if (!place) return;
    focused = undefined;
    // After React's effects, which may have a better place.
    setTimeout(() => {
      if (!isNowhere()) return;
      focusAfter(place);
      moved = document.activeElement ?? undefined;
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

function placeOf(element: Element, records: readonly MutationRecord[]): Place | undefined {
  let gone: Node = element;
  let place: Place | undefined;
  for (const { target, removedNodes, previousSibling } of records) {
    if (Array.from(removedNodes).some((node) => node.contains(gone))) {
      gone = target;
      place = { parent: target, previous: previousSibling };
    }
  }
  return place;
}

function focusAfter({ parent, previous }: Place): void {
  const around = parent instanceof Element ? parent.closest('main, [role$="dialog"]') : null;
  // A dialog that closes gives the focus back by itself.
  if (!around) return;
  const isAfter = (control: Node) =>
    previous?.isConnected
      ? !previous.contains(control) && follows(previous, control)
      : follows(parent, control);
  for (const control of around.querySelectorAll<HTMLElement>(controls)) {
    // The place is on screen, unless the user has scrolled on.
    if (isAfter(control)) control.focus({ preventScroll: true });
    if (document.activeElement === control) return;
  }
  focusHeading();
}

function follows(node: Node, other: Node): boolean {
  return (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
