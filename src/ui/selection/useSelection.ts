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
 * What was chosen in a table, by a stable key, in the order of choosing. It holds the records as they were
 * read when they were chosen, also those of other pages and filters: an action never runs a query again.
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
  // The same object until something else is chosen, so that rows do not render again with their page.
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

/** How much of a page is chosen. */
export type PageChoice = 'none' | 'some' | 'all';

/** How much of the rows on screen is chosen, and the choice of all of them, which stays the same function. */
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
 * The events of the checkboxes on screen, for the table's body: one handler for all rows instead of one each.
 *
 * @param rows in the order on screen; a `SelectBox` names its row by the index
 */
export function useRowSelection<T>(selection: Selection<T>, rows: readonly T[]) {
  const { keyOf, has } = selection;
  /** Key of the row that was chosen last, from which a range extends. */
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
      // A checkbox changes by a click, also when the keyboard makes it.
      const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
      if (index !== undefined) toggle(index, isRange);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== ' ' || event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      // Space presses buttons and checkboxes by itself.
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
