import { lazy, useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';
import { useShowCalls } from '#ui/showCalls.ts';

import { useThingsPreferences } from './thingsPreferences.ts';
import { useSingleKeys } from './useSingleKeys.ts';

const load = () => import('./ShortcutsDialog.tsx');
const ShortcutsDialog = lazy(async () => ({ default: (await load()).ShortcutsDialog }));

interface ShortcutsButtonProps {
  /** Turns the page, if there is a page to turn to. */
  onTurn: (to: 'previous' | 'next') => void;
}

/** Handles the single-key shortcuts. `?` lists them; so does the button, which works even if they are off. */
export function ShortcutsButton({ onTurn }: ShortcutsButtonProps) {
  const { preferences } = useThingsPreferences();
  const [isOpen, setOpen] = useState(false);
  const showCalls = useShowCalls();
  useSingleKeys(
    {
      '[': () => onTurn('previous'),
      ']': () => onTurn('next'),
      '?': () => setOpen(true),
      ...(showCalls && { c: showCalls }),
    },
    preferences.shortcuts,
  );
  return (
    <>
      <Button
        small
        variant="quiet"
        aria-haspopup="dialog"
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        onClick={() => setOpen(true)}
      >
        Keyboard shortcuts
      </Button>
      {isOpen && (
        <OnDemand onDismiss={() => setOpen(false)}>
          <ShortcutsDialog onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  );
}
