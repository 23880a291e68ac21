import { useLayoutEffect, useRef } from 'react';

/** Returns the previous value while `isHeld` is true. Not a state, because setting it would render twice. */
export function useHeldWhile<T>(isHeld: boolean, value: T): T {
  const onScreen = useRef(value);
  // oxlint-disable-next-line react/refs -- only a commit changes it, so every render until then reads the same value
  const shown = isHeld ? onScreen.current : value;
  useLayoutEffect(() => {
    onScreen.current = shown;
  });
  return shown;
}
