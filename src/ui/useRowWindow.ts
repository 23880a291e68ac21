import { useLayoutEffect, useRef, useState, type UIEvent } from 'react';

/** Rows drawn above and below those in view, so that scrolling shows no gap. */
const overscan = 20;
/** The window moves in steps, so that scrolling by a few rows renders nothing. */
const step = 10;

/**
 * Which rows of a long table are in the document. All rows have one height, so that any position can be
 * scrolled to at once.
 *
 * @param count number of rows
 * @param inView how many rows are in view at most
 * @param rowHeight in CSS pixels, until a row was measured
 */
export function useRowWindow(count: number, inView: number, rowHeight: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(rowHeight);

  // A larger font makes the rows higher.
  useLayoutEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('tr:not([aria-hidden])');
    const measured = row?.offsetHeight ?? 0;
    if (measured > 0) setHeight(measured);
  }, []);

  // A shorter table may end above the place that was scrolled to.
  const last = Math.max(0, count - inView);
  const start = Math.max(0, Math.min(top, last) - overscan);
  const end = Math.min(count, Math.min(top, last) + inView + overscan + step);
  return {
    body,
    start,
    end,
    /** Heights of what is not in the document, in CSS pixels. */
    above: start * height,
    below: (count - end) * height,
    onScroll({ currentTarget }: UIEvent<HTMLElement>) {
      const row = Math.floor(currentTarget.scrollTop / height);
      setTop(row - (row % step));
    },
  };
}
