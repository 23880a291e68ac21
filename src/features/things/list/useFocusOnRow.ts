import { useEffect, useRef } from 'react';

/** Moves the focus to the first row; false where there is none. */
export function focusFirstRow(): boolean {
  const link = document.querySelector<HTMLElement>('tr[data-iccid] th a');
  link?.focus();
  return link !== null;
}

/** Gives the focus back to the row of the Thing that was open, once it is closed. */
export function useFocusOnRow(openIccid: string | undefined): void {
  const former = useRef(openIccid);
  useEffect(() => {
    const closed = former.current;
    former.current = openIccid;
    if (closed === undefined || openIccid !== undefined) return;
    // After the focus that every navigation sets.
    queueMicrotask(() => {
      const row = document.querySelector(`tr[data-iccid="${CSS.escape(closed)}"]`);
      row?.querySelector<HTMLElement>('th a')?.focus();
    });
  }, [openIccid]);
}
