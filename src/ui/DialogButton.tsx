import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from './Button.tsx';
import { OnDemand } from './OnDemand.tsx';
import { preload } from './preload.ts';

interface DialogButtonProps {
  /** Not `disabled`, because the button that was just clicked would lose focus. */
  isOff?: boolean;
  load: () => Promise<unknown>;
  renderDialog: (onClose: () => void) => ReactNode;
  children: string;
}

/** Opens a dialog, which loads when the button is hovered or focused. */
export function DialogButton({ isOff, load, renderDialog, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  // This button did not open the multi-step dialog, so the dialog does not return focus to it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      <Button
        ref={button}
        small
        aria-haspopup="dialog"
        aria-disabled={isOff}
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        onClick={() => setOpen(!isOff)}
      >
        {children}
      </Button>
      {isOpen && (
        <OnDemand onDismiss={() => setOpen(false)}>{renderDialog(() => setOpen(false))}</OnDemand>
      )}
    </>
  );
}
