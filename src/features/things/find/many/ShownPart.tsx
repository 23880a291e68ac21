import { useMemo } from 'react';

import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { shownPlace, type ListText } from './listText.ts';

import styles from './FindMany.module.css';

interface ShownPartProps {
  id: string;
  list: ListText;
  onTurn: (to: 'previous' | 'next') => void;
}

/** Which part of a long list is in the field, and the way to the others. */
export function ShownPart({ id, list: { text, shown }, onTurn }: ShownPartProps) {
  const { unit, from, to, of } = useMemo(
    () => shownPlace({ text, shown, cursor: undefined }),
    [text, shown],
  );
  return (
    <>
      <p id={id} role="status" className={styles.note}>
        {`${unit} ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(of)} are shown. Selecting all of them selects the whole list.`}
      </p>
      <div className={styles.actions}>
        <Button small aria-disabled={shown.start === 0} onClick={() => onTurn('previous')}>
          Previous part
        </Button>
        <Button small aria-disabled={shown.end === text.length} onClick={() => onTurn('next')}>
          Next part
        </Button>
      </div>
    </>
  );
}
