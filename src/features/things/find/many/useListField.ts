import { useLayoutEffect, useRef } from 'react';

import type { FindStore } from './findStore.ts';
import { isLong, type ListText, type Span } from './listText.ts';

/**
 * The list's text field. Text that is too long for it goes into the list without being rendered. Selecting everything
 * that is shown counts as selecting the whole list.
 */
export function useListField(store: FindStore, { shown, cursor }: ListText) {
  const ref = useRef<HTMLTextAreaElement>(null);

  // During the commit: an effect would run after the field is on screen, and miss what is pasted immediately.
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('beforeinput', (event) => takeInput(field, store, event), { signal });
    for (const type of ['copy', 'cut'] as const) {
      // Cut text is removed by the input event that follows.
      field.addEventListener(type, (event) => copyAll(field, store, event), { signal });
    }
    return () => listening.abort();
  }, [store]);

  // A newly shown part is scrolled to its start, unless the cursor goes elsewhere.
  const start = useRef(shown.start);
  useLayoutEffect(() => {
    if (!ref.current || start.current === shown.start) return;
    start.current = shown.start;
    ref.current.scrollTop = 0;
  }, [shown.start]);

  // A cursor request made before the user left the page has already been handled.
  const done = useRef(cursor);
  useLayoutEffect(() => {
    if (!cursor || cursor === done.current || !ref.current) return;
    done.current = cursor;
    placeCursor(ref.current, cursor, store.getSnapshot().shown);
  }, [cursor, store]);
  return ref;
}

function takeInput(field: HTMLTextAreaElement, store: FindStore, event: InputEvent) {
  const { text, shown } = store.getSnapshot();
  const all = isAllOfPart(field, store);
  const inserted = event.inputType === 'insertLineBreak' ? '\n' : (event.data ?? '');
  if (!event.cancelable || (!all && !isLong(inserted))) return;
  event.preventDefault();
  const { selectionStart, selectionEnd } = field;
  const selected = { start: shown.start + selectionStart, end: shown.start + selectionEnd };
  store.insert(inserted, all ? { start: 0, end: text.length } : selected);
}

function copyAll(field: HTMLTextAreaElement, store: FindStore, event: ClipboardEvent) {
  if (!isAllOfPart(field, store)) return;
  event.clipboardData?.setData('text/plain', store.getSnapshot().text);
  event.preventDefault();
  if (event.type === 'cut') {
    store.insert('', { start: 0, end: store.getSnapshot().text.length });
  }
}

function isAllOfPart(field: HTMLTextAreaElement, store: FindStore): boolean {
  const { text, shown } = store.getSnapshot();
  const { value, selectionStart, selectionEnd } = field;
  const isPart = shown.end - shown.start < text.length;
  return isPart && value !== '' && selectionStart === 0 && selectionEnd === value.length;
}

function placeCursor(field: HTMLTextAreaElement, { start, end }: Span, shown: Span) {
  const [from, to] = [start - shown.start, Math.min(end, shown.end) - shown.start];
  field.focus();
  field.setSelectionRange(from, to);
  // Browsers scroll to the cursor only while the user types.
  const lines = field.value.split('\n').length;
  const line = field.value.slice(0, from).split('\n').length;
  field.scrollTop = (field.scrollHeight / lines) * Math.max(0, line - 3);
}
