import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';

/** Moves the focus to the first row. Returns false if there is no row. */
export function focusFirstRow(): boolean {
  const link = document.querySelector<HTMLElement>('tr[data-iccid] th a');
  link?.focus();
  return link !== null;
}

/** When a Thing is closed, returns the focus to its row. */
export function useFocusOnClosedRow(openIccid: string | undefined): void {
  const before = useRef(openIccid);
  useEffect(() => {
    const closed = before.current;
    before.current = openIccid;
    if (closed === undefined || openIccid !== undefined) return;
    // On every navigation, the page's heading gets focus first.
    queueMicrotask(() => {
      const row = document.querySelector(`tr[data-iccid="${CSS.escape(closed)}"]`);
      row?.querySelector<HTMLElement>('th a')?.focus();
    });
  }, [openIccid]);
}

/** The number of rows that Page Up and Page Down move in a long table. */
const pageRows = 10;

/**
 * Keeps one row active: its controls are in the tab order, and arrow keys move the focus between rows. Only the two
 * rows involved render again.
 *
 * @param count number of rows
 * @param hasFocusRef set to whether the focus is in a row; stays true if the row is removed while it has it
 * @param show scrolls to a row; needed if the table renders only the rows in view
 */
export function useActiveRow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  hasFocusRef: RefObject<boolean>,
  show?: (index: number) => void,
) {
  const [chosen, setChosen] = useState(0);
  const [hovered, setHovered] = useState<number>();
  const active = Math.min(chosen, count - 1);
  /** The control that gets focus as soon as it is rendered. */
  const wanted = useRef<string>(undefined);

  function focusRow(index: number, control = 'th a') {
    const row = Math.max(0, Math.min(index, count - 1));
    show?.(row);
    wanted.current = `tr[data-row="${row}"] ${control}`;
    focusWanted();
  }

  function focusWanted() {
    const target = wanted.current && body.current?.querySelector<HTMLElement>(wanted.current);
    if (!target) return;
    wanted.current = undefined;
    target.focus();
  }

  useLayoutEffect(() => {
    focusWanted();
    // A shorter page may lack the focused row.
    if (hasFocusRef.current && document.activeElement === document.body) focusRow(count - 1);
  });

  return {
    active,
    hovered,
    rowEvents: {
      onFocus({ target }: { target: Element }) {
        hasFocusRef.current = true;
        setChosen(rowOf(target) ?? 0);
      },
      onBlur() {
        hasFocusRef.current = false;
      },
      onPointerDown({ target }: { target: EventTarget }) {
        // Touch screens have no hover, so a tapped row becomes active.
        setChosen(rowOf(target) ?? active);
      },
      onPointerOver({ target }: { target: EventTarget }) {
        setHovered(rowOf(target));
      },
      onPointerLeave() {
        setHovered(undefined);
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const targets: Readonly<Record<string, number>> = {
          ArrowDown: active + 1,
          ArrowUp: active - 1,
          Home: 0,
          End: count - 1,
          ...(show && { PageDown: active + pageRows, PageUp: active - pageRows }),
        };
        const to = targets[event.key];
        if (to === undefined) return;
        event.preventDefault();
        // From a checkbox, the focus moves to another row's checkbox.
        const isBox = event.target instanceof Element && event.target.matches('[data-select]');
        focusRow(to, isBox ? '[data-select]' : undefined);
      },
    },
  };
}

function rowOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
  return row ? Number(row.dataset['row']) : undefined;
}
