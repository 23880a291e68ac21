import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field that lives in the address. The address follows a moment later than the keys are
 * struck, and drawing many rows makes that moment longer: the field keeps what was typed by itself, and
 * takes over only what somebody else put into the address, such as the Back button.
 */
export function useTypedText(value: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const told = useRef<string[]>([]);
  useEffect(() => {
    const index = told.current.indexOf(value);
    if (index === -1) setTyped(value);
    else told.current.splice(0, index + 1);
  }, [value]);
  return {
    typed,
    type(text: string) {
      setTyped(text);
      told.current.push(text);
      tell(text);
    },
  };
}
