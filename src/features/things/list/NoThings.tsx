import { lazy, useLayoutEffect, useRef, type RefObject } from 'react';

import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';

import { isFiltered, type ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';

import styles from './ThingsPage.module.css';

const OtherReadings = lazy(async () => ({
  default: (await import('../find/OtherReadings.tsx')).OtherReadings,
}));

interface NoThingsProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
  /** Whether the focus was in a row when the rows went away. */
  rowFocusRef: RefObject<boolean>;
}

/** Why there are no rows, and the way to some. */
export function NoThings({ address, onPatch, rowFocusRef }: NoThingsProps) {
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!rowFocusRef.current) return;
    rowFocusRef.current = false;
    back.current?.focus();
  }, [rowFocusRef]);
  if (address.page > 1) {
    return (
      <div className={styles.empty}>
        <p>{messages.emptyPage}</p>
        <Button ref={back} onClick={() => onPatch({ page: 1 })}>
          {messages.toFirstPage}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <p>{isFiltered(address) ? messages.emptyFiltered : messages.empty}</p>
      <OnDemand>
        <OtherReadings address={address} onPatch={onPatch} />
      </OnDemand>
    </div>
  );
}
