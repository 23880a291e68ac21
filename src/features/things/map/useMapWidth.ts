import { useCallback, useState } from 'react';

/** The map is drawn anew for each step only, and stretched between two. */
const step = 40;

/** The room that an element has, in CSS pixels, rounded down; undefined until it is on screen. */
export function useMapWidth() {
  const [width, setWidth] = useState<number>();
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => {
      const steps = Math.floor(element.clientWidth / step);
      // A list that is hidden for a while has no width.
      if (steps > 0) setWidth(steps * step);
    };
    // Before the first frame, so that nothing jumps.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
