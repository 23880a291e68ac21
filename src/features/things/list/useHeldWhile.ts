import { useState } from 'react';

/** The value as it was before `isHeld`, for as long as that is true. */
export function useHeldWhile<T>(isHeld: boolean, value: T): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}
