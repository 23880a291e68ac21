import type { ReactNode } from 'react';

import styles from './SortButton.module.css';

export type SortDirection = 'ASC' | 'DESC';

interface SortButtonProps {
  children: ReactNode;
  /** The sort direction, if the list is sorted by this column. */
  direction: SortDirection | undefined;
  onClick: () => void;
}

/** Sorts by a column. The column's header needs `ariaSort`. */
export function SortButton({ children, direction, onClick }: SortButtonProps) {
  return (
    <button type="button" className={styles.sort} onClick={onClick}>
      {children}
      <span aria-hidden="true">{direction === undefined ? '↕' : signs[direction]}</span>
    </button>
  );
}

const signs: Record<SortDirection, string> = { ASC: '▲', DESC: '▼' };

/** The `aria-sort` value of a column header. */
export function ariaSort(direction: SortDirection | undefined) {
  if (direction === undefined) return 'none';
  return direction === 'ASC' ? 'ascending' : 'descending';
}
