import { useState } from 'react';

/** Returns the previous value while `isHeld` is true. */
export function useHeldWhile<T>(isHeld: boolean, value: T): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}
