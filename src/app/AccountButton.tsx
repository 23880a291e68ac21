import { lazy, useState } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

import styles from './Shell.module.css';

const loadMenu = () => import('./AccountMenu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/** Opens the account menu, which loads when the button is hovered or focused. */
export function AccountButton({ info, version }: { info: SessionInfo; version: string }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={() => preload(loadMenu)}
        onFocus={() => preload(loadMenu)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span aria-hidden="true" className={styles.initial}>
          {info.username.slice(0, 1).toUpperCase()}
        </span>
        Account
      </Button>
      {anchor && (
        <OnDemand onDismiss={() => setAnchor(undefined)}>
          <AccountMenu
            info={info}
            version={version}
            anchor={anchor}
            onClose={() => setAnchor(undefined)}
          />
        </OnDemand>
      )}
    </>
  );
}
