import { useState } from 'react';

import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

/** The number of rows shown before "Show all". */
const firstRows = 8;

/** The first rows of a picture; `more` is the button that shows all, unless they are shown. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || rows.length <= firstRows + 1 ? rows : rows.slice(0, firstRows);
  const more = shown.length < rows.length && (
    <Button small variant="quiet" onClick={() => setOpen(true)}>
      {`Show all ${formatNumber(rows.length)}`}
    </Button>
  );
  return { shown, more };
}
