import { lazy, Suspense, useRef, useState } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';

import styles from './Shell.module.css';

const loadMenu = () => import('./AccountMenu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/** Who is signed in. What it opens loads when it is about to be wanted. */
export function AccountButton({ info, version }: { info: SessionInfo; version: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true" className={styles.initial}>
          {info.username.slice(0, 1).toUpperCase()}
        </span>
        Account
      </Button>
      {open && (
        <Suspense>
          <AccountMenu
            info={info}
            version={version}
            anchor={button.current}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
