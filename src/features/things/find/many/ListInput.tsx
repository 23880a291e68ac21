import { useId, useLayoutEffect, useMemo, useRef, useState, type DragEvent } from 'react';

import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import type { FindState, FindStore } from './findStore.ts';
import { isLong, shownPlace, type ListText, type Span } from './listText.ts';

import styles from './FindMany.module.css';

interface ListInputProps {
  state: FindState;
  store: FindStore;
  onFile: (file: File) => void;
  onColumn: (column: number | 'all') => void;
}

/** The list as text: typed, pasted, dropped, or read from a file. It stays in this browser until the search starts. */
export function ListInput({ state, store, onFile, onColumn }: ListInputProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { text, shown, file, column, fileError } = state;
  const field = useListField(store, state);
  const isPart = shown.end - shown.start < text.length;

  function drop(event: DragEvent) {
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    // The browser decides where dropped text goes.
    if (!dropped) return;
    event.preventDefault();
    onFile(dropped);
  }

  /** Clicking the button removes it, so the focus moves to the text. */
  function replace(change: () => void) {
    change();
    document.getElementById(id)?.focus();
  }

  const dropEvents = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: drop,
  };

  return (
    <section
      aria-label="List"
      className={styles.input}
      data-over={isOver || undefined}
      {...dropEvents}
    >
      <label htmlFor={id} className={styles.label}>
        Identifiers
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.text}
        value={text.slice(shown.start, shown.end)}
        rows={10}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-describedby={isPart ? `${id}-part ${id}-hint` : `${id}-hint`}
        onChange={({ target }) => store.type(target.value, target.selectionStart)}
      />
      {isPart && <ShownPart id={`${id}-part`} list={state} onTurn={store.turn} />}
      <p id={`${id}-hint`} className={styles.note}>
        Up to 5,000 ICCIDs, IMSIs, IMEIs, MSISDNs or Thing names, in any format. No identifier is
        sent until you click Find.
      </p>
      <div className={styles.actions}>
        <Button small onClick={() => picker.current?.click()}>
          Choose file
        </Button>
        <input
          ref={picker}
          type="file"
          aria-label="File of identifiers"
          accept=".csv,.txt,.tsv,.xlsx,text/plain,text/csv"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onFile(chosen);
            // Lets the user choose the same file again after correcting it.
            event.target.value = '';
          }}
        />
        <span className={styles.note}>CSV, TXT or XLSX, or drop it here</span>
        {text !== '' && (
          <Button small variant="quiet" onClick={() => replace(store.clear)}>
            Clear
          </Button>
        )}
        {state.replaced !== undefined && (
          <Button small onClick={() => replace(store.restore)}>
            Restore the previous text
          </Button>
        )}
      </div>
      {file && file.columns.length > 0 && (
        <label className={styles.column}>
          {`Column of ${file.name}`}
          <select
            value={column}
            onChange={({ target: { value } }) => onColumn(value === 'all' ? 'all' : Number(value))}
          >
            {file.columns.map(({ index, label, filled }) => (
              <option key={index} value={index}>
                {`${label} (${counted(filled, 'row')})`}
              </option>
            ))}
            <option value="all">All columns</option>
          </select>
        </label>
      )}
      {fileError !== undefined && (
        <Notice tone="warning" isAlert>
          {fileError}
        </Notice>
      )}
      {state.isNotKept && (
        <Notice tone="warning">
          The browser’s storage has no room for this list, so reloading the page would lose it.
        </Notice>
      )}
    </section>
  );
}

interface ShownPartProps {
  id: string;
  list: ListText;
  onTurn: (to: 'previous' | 'next') => void;
}

/** Says which part of a long list is in the field, with buttons that show the other parts. */
function ShownPart({ id, list: { text, shown }, onTurn }: ShownPartProps) {
  const { unit, from, to, of } = useMemo(
    () => shownPlace({ text, shown, cursor: undefined }),
    [text, shown],
  );
  return (
    <>
      <p id={id} role="status" className={styles.note}>
        {`${unit} ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(of)} are shown. Selecting all of the text selects the whole list.`}
      </p>
      <div className={styles.actions}>
        <Button small aria-disabled={shown.start === 0} onClick={() => onTurn('previous')}>
          Previous part
        </Button>
        <Button small aria-disabled={shown.end === text.length} onClick={() => onTurn('next')}>
          Next part
        </Button>
      </div>
    </>
  );
}

/**
 * The list's text field. Text that is too long for it goes into the list without being rendered. Selecting everything
 * that is shown counts as selecting the whole list.
 */
function useListField(store: FindStore, { shown, cursor }: ListText) {
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
