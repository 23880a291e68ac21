import { useEffect, useRef, useState, type UIEvent } from 'react';

/** Rows that are drawn beyond those in view, so that scrolling shows no gap. */
const spare = 15;
/** The range moves in steps, so that most scroll events render nothing. */
const step = 10;

/**
 * The rows of a long table that are in view, for rows of one height in a box that is not higher than the
 * window: an element for each of 5,000 rows would hold up the page.
 *
 * @param rowHeight in CSS pixels
 */
export function useRowsInView(count: number, rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [windowHeight, setWindowHeight] = useState(window.innerHeight);

  useEffect(() => {
    const onResize = () => setWindowHeight(window.innerHeight);
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  function scrolledTo({ scrollTop }: Element) {
    setTop(Math.floor(scrollTop / rowHeight / step) * step);
  }

  const last = Math.max(0, count - spare);
  return {
    scroller,
    first: Math.min(Math.max(0, top - spare), last),
    /** Behind the last row. */
    end: Math.min(top + Math.ceil(windowHeight / rowHeight) + step + spare, count),
    onScroll: ({ currentTarget }: UIEvent) => scrolledTo(currentTarget),
    /** Brings a row into view, below the head of the table, which is as high as a row. */
    show(index: number) {
      const box = scroller.current;
      if (!box) return;
      const start = index * rowHeight;
      const lowest = start + 2 * rowHeight - box.clientHeight;
      if (box.scrollTop > start) box.scrollTop = start;
      else if (box.scrollTop < lowest) box.scrollTop = lowest;
      scrolledTo(box);
    },
  };
}
