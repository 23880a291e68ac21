import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows rendered above and below those in view, so that scrolling shows no gap. */
const overscan = 15;
/** The window moves in steps, so that scrolling by a few rows renders nothing. */
const step = 10;
/** Up to this count all rows are in the document, where the browser's own search finds them. */
const drawnWhole = 100;

/** A rendered row, or a gap as tall as the rows that are not in the document. */
export type RowSlot =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'gap'; readonly from: number; readonly height: number };

/**
 * Which rows of a long table are in the document. All rows have the same height, so that any position can be scrolled
 * to immediately. The scrolling box is no taller than the window.
 *
 * @param count number of rows
 * @param rowHeight in CSS pixels, used until a row has been measured
 */
export function useRowWindow(count: number, rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [measured, setMeasured] = useState({ estimate: rowHeight, height: rowHeight });
  const [windowHeight, setWindowHeight] = useState(window.innerHeight);
  // A different density changes the row height.
  const height = measured.estimate === rowHeight ? measured.height : rowHeight;

  // A larger font makes the rows taller.
  useLayoutEffect(() => {
    const row = body.current?.querySelector('tr:not([aria-hidden])');
    const next = row?.getBoundingClientRect().height ?? 0;
    if (next > 0 && Math.abs(next - height) > 0.1) {
      setMeasured({ estimate: rowHeight, height: next });
    }
  }, [rowHeight, height]);

  useEffect(() => {
    const onResize = () => setWindowHeight(window.innerHeight);
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  function onScroll() {
    const row = Math.floor((scroller.current?.scrollTop ?? 0) / height);
    setTop(row - (row % step));
  }

  const inView = Math.ceil(windowHeight / height);
  // A shorter table may end above the scroll position.
  const shown = Math.max(0, Math.min(top, count - inView));
  const start = Math.max(0, shown - overscan);
  const end = Math.min(count, shown + inView + step + overscan);
  return {
    count,
    scroller,
    body,
    onScroll,
    /** Whether all rows are in the document, so that each can be as tall as its text. */
    isWhole: count <= drawnWhole,
    /** @param kept a row that stays in the document, so that scrolling does not make it lose focus */
    slots(kept?: number): readonly RowSlot[] {
      if (count <= drawnWhole) return withGaps(range(0, count), count, height);
      const drawn = new Set(range(start, end));
      if (kept !== undefined && kept >= 0 && kept < count) drawn.add(kept);
      return withGaps(
        [...drawn].toSorted((a, b) => a - b),
        count,
        height,
      );
    },
    /** Scrolls a row into view below the table's header, which is about as tall as a row. */
    show(index: number) {
      const box = scroller.current;
      if (!box || count <= drawnWhole) return;
      const first = index * height;
      const lowest = first + 2 * height - box.clientHeight;
      if (box.scrollTop > first) box.scrollTop = first;
      else if (box.scrollTop < lowest) box.scrollTop = lowest;
      onScroll();
    },
  };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function withGaps(drawn: readonly number[], count: number, height: number): readonly RowSlot[] {
  const slots: RowSlot[] = [];
  let next = 0;
  for (const index of [...drawn, count]) {
    if (index > next) slots.push({ kind: 'gap', from: next, height: (index - next) * height });
    if (index < count) slots.push({ kind: 'row', index });
    next = index + 1;
  }
  return slots;
}
