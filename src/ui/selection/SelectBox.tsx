import { useEffect, useRef } from 'react';

import type { PageChoice } from './useSelection.ts';

import styles from './Selection.module.css';

interface SelectBoxProps {
  /** What the row is called, such as its ICCID. */
  name: string;
  /** Index of the row on screen, by which the table's body finds it (see `useRowSelection`). */
  index: number;
  isChosen: boolean;
  /** -1 keeps it out of the tab order, where a table has one active row. */
  tabIndex?: number | undefined;
}

function ignoreChange() {}

/** Chooses one row. Its events are those of the table's body. */
export function SelectBox({ name, index, isChosen, tabIndex }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${name}`}
      data-select={index}
      checked={isChosen}
      // Read-only would be said of a box that is not; React asks for one of the two.
      onChange={ignoreChange}
      tabIndex={tabIndex}
    />
  );
}

/** Chooses all rows on screen, in the head of the table; mixed while only some are chosen. */
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
