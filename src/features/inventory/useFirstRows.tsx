import { useState } from 'react';

import { maxListed } from '#api/inventory.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import styles from './Pictures.module.css';

/** The number of rows shown before "Show all". */
const firstRows = 8;

/** The first rows of a picture; `more` has the button that shows all, and says if there may be others. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || rows.length <= firstRows + 1 ? rows : rows.slice(0, firstRows);
  const more = (
    <>
      {shown.length < rows.length && (
        <Button small variant="quiet" onClick={() => setOpen(true)}>
          {`Show all ${formatNumber(rows.length)}`}
        </Button>
      )}
      {rows.length >= maxListed && (
        <p className={styles.quiet}>
          {`At most ${maxListed} are listed: those with the most SIMs.`}
        </p>
      )}
    </>
  );
  return { shown, more };
}
