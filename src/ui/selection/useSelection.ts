import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from 'react';

/**
 * The selected rows of a table by a stable key, in selection order. It holds the records as read when they were
 * selected, even if a page or filter change has hidden them: an action never runs a query again.
 */
export interface Selection<T> {
  readonly chosen: ReadonlyMap<string, T>;
  readonly keyOf: (record: T) => string;
  has(record: T): boolean;
  set(records: readonly T[], isChosen: boolean): void;
  clear(): void;
}

/** @param keyOf the stable key of a record, such as an ICCID; must not change between renders */
export function useSelection<T>(keyOf: (record: T) => string): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(() => new Map());
  // The same object until the selection changes, so that rows do not render again whenever the page does.
  return useMemo(
    () => ({
      chosen,
      keyOf,
      has: (record) => chosen.has(keyOf(record)),
      set(records, isChosen) {
        setChosen((before) => {
          const next = new Map(before);
          for (const record of records) {
            const key = keyOf(record);
            if (!isChosen) next.delete(key);
            else if (!next.has(key)) next.set(key, record);
          }
          return next;
        });
      },
      clear: () => setChosen(new Map()),
    }),
    [chosen, keyOf],
  );
}

/** How many rows of a page are selected. */
export type PageChoice = 'none' | 'some' | 'all';

/** How many of the rows on screen are selected, and a stable function that selects all of them. */
export function usePageSelection<T>(selection: Selection<T>, rows: readonly T[]) {
  const count = rows.filter(selection.has).length;
  const toggle = useRef(() => {});
  useEffect(() => {
    toggle.current = () => selection.set(rows, count < rows.length);
  }, [selection, rows, count]);
  return {
    page: pageChoice(count, rows.length),
    togglePage: useCallback(() => toggle.current(), []),
  };
}

/**
 * The checkboxes' event handlers for the table's body: one handler for all rows.
 *
 * @param rows the rows in screen order; a `SelectBox` refers to its row by index
 */
export function useRowSelection<T>(selection: Selection<T>, rows: readonly T[]) {
  const { keyOf, has } = selection;
  /** Key of the row selected last, from which a range extends. */
  const anchor = useRef<string>(undefined);

  function toggle(index: number, isRange: boolean) {
    const row = rows[index];
    if (row === undefined) return;
    const from = isRange ? rows.findIndex((other) => keyOf(other) === anchor.current) : -1;
    const range =
      from === -1 ? [row] : rows.slice(Math.min(from, index), Math.max(from, index) + 1);
    anchor.current = keyOf(row);
    selection.set(range, !has(row));
  }

  return {
    onChange({ target, nativeEvent }: ChangeEvent<HTMLElement>) {
      const index = indexOfBox(target);
      // A checkbox changes on click, even when the click comes from the keyboard.
      const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
      if (index !== undefined) toggle(index, isRange);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== ' ' || event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      // Space activates buttons and checkboxes natively.
      if (!(target instanceof Element) || target.closest('button, input') !== null) return;
      const index = indexOfBox(target.closest('tr')?.querySelector('[data-select]'));
      if (index === undefined) return;
      event.preventDefault();
      toggle(index, event.shiftKey);
    },
  };
}

function pageChoice(count: number, rows: number): PageChoice {
  if (count === 0) return 'none';
  return count < rows ? 'some' : 'all';
}

function indexOfBox(box: Element | null | undefined): number | undefined {
  const index = box instanceof HTMLElement ? box.dataset['select'] : undefined;
  return index === undefined ? undefined : Number(index);
}
