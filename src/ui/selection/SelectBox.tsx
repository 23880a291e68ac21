import { useEffect, useRef } from 'react';

import type { PageChoice } from './useSelection.ts';

import styles from './Selection.module.css';

interface SelectBoxProps {
  /** The row's name, such as its ICCID. */
  name: string;
  /** Index of the row on screen, used by the table's body to find it (see `useRowSelection`). */
  index: number;
  isChosen: boolean;
  /** -1 removes it from the tab order, if the table has one active row. */
  tabIndex?: number | undefined;
}

function ignoreChange() {}

/** Selects one row. The table's body handles its events. */
export function SelectBox({ name, index, isChosen, tabIndex }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${name}`}
      data-select={index}
      checked={isChosen}
      // React requires `onChange` or `readOnly`; `readOnly` would be announced, although the box can be changed.
      onChange={ignoreChange}
      tabIndex={tabIndex}
    />
  );
}

/** The header's checkbox, which selects all rows on screen; mixed while only some are selected. */
export function SelectPageBox({ page, onToggle }: { page: PageChoice; onToggle: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = page === 'some';
  }, [page]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label="Select all on this page"
      data-select-page
      checked={page === 'all'}
      onChange={onToggle}
    />
  );
}
