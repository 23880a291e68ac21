import styles from './SortButton.module.css';

export type SortDirection = 'ASC' | 'DESC';

interface SortButtonProps {
  /** The column's name. */
  children: string;
  /** How the list is sorted by this column; undefined where it is not. */
  direction: SortDirection | undefined;
  onClick: () => void;
}

/** Sorts by a column, from the column's head, which says the direction with `ariaSort`. */
export function SortButton({ children, direction, onClick }: SortButtonProps) {
  return (
    <button type="button" className={styles.sort} onClick={onClick}>
      {children}
      <span aria-hidden="true">{direction === undefined ? '↕' : signs[direction]}</span>
    </button>
  );
}

const signs: Record<SortDirection, string> = { ASC: '▲', DESC: '▼' };

/** `aria-sort` of a column's head. */
export function ariaSort(direction: SortDirection | undefined) {
  if (direction === undefined) return 'none';
  return direction === 'ASC' ? 'ascending' : 'descending';
}
