import { useLayoutEffect, useRef, type RefObject } from 'react';

import { Button } from '#ui/Button.tsx';

import { OtherReadings } from '../find/OtherInterpretations.tsx';
import type { ThingsAddress } from './filters/thingsAddress.ts';
import { isFiltered } from './filters/thingsFilter.ts';

import styles from './ThingsPage.module.css';

interface NoThingsProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
  /** Whether the focus was in a row when the rows were removed. */
  rowFocusRef: RefObject<boolean>;
}

/** Says why there are no rows, and offers a way to get some. */
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
        <p>There are no rows here: the list ends before this page.</p>
        <Button ref={back} onClick={() => onPatch({ page: 1 })}>
          Go to the first page
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <p>
        {isFiltered(address)
          ? 'No Things match these filters. How the service applies filters is not documented: try fewer of them, or an exact value.'
          : 'The service listed no Things.'}
      </p>
      <OtherReadings address={address} onPatch={onPatch} />
    </div>
  );
}
